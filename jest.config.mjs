/** All projects in one run, for `npm test`. */
export default {
  projects: ['<rootDir>/apps/*', '<rootDir>/libs/*', '<rootDir>/tools', '<rootDir>/e2e'],
  testTimeout: 180_000,
  // What modules of test files take is never freed: workers would run out of memory after some hundred files.
  workerIdleMemoryLimit: '1.5GB',
};
