/** All projects in one run, for `npm test`. */
export default {
  projects: ['<rootDir>/apps/*', '<rootDir>/libs/*', '<rootDir>/tools', '<rootDir>/e2e'],
  testTimeout: 180_000,
};
