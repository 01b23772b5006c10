/** All projects in one run, for `npm test`. */
export default {
  projects: [
    '<rootDir>/apps/*',
    '<rootDir>/libs/*',
    '<rootDir>/tools',
    '<rootDir>/lab',
    '<rootDir>/e2e',
  ],
  testSequencer: '<rootDir>/jest.sequencer.mjs',
  testTimeout: 60_000,
  // Node never frees the modules of a test file: workers would run out of memory after some hundred files.
  workerIdleMemoryLimit: '1.5GB',
};
