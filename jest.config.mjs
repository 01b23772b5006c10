/** All projects in one run, as `npm test` starts it. */
export default {
  projects: ['<rootDir>/apps/*', '<rootDir>/libs/*', '<rootDir>/tools', '<rootDir>/e2e'],
  testTimeout: 180_000,
};
