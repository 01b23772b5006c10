import project from '../jest.project.mjs';

/** Tests that start the whole product, which takes a while on a busy machine. */
export default { ...project, setupFilesAfterEnv: ['<rootDir>/jest.setup.mjs'] };
