import project from '../jest.project.mjs';

export default {
  ...project,
  globalSetup: '<rootDir>/../libs/testing/src/global-setup-with-builds.mjs',
  setupFilesAfterEnv: ['<rootDir>/jest.setup.mjs'],
};
