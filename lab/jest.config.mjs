import project from '../jest.project.mjs';

/** Tests that start the whole product, which takes a while on a busy machine. */
export default {
  ...project,
  globalSetup: '<rootDir>/../libs/testing/src/global-setup-with-builds.mjs',
  setupFilesAfterEnv: ['<rootDir>/jest.setup.mjs'],
};
