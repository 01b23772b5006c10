export { default } from '../../jest.project.mjs';
