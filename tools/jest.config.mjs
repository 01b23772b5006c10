import project from '../jest.project.mjs';

export default { ...project, setupFilesAfterEnv: ['<rootDir>/jest.setup.mjs'] };
