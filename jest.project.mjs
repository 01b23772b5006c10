/** The Jest configuration of every project: ES modules, types stripped by swc, real servers. */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.test.ts'],
  testEnvironmentOptions: {
    customExportConditions: ['@trellis/source', 'node', 'node-addons'],
  },
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' } },
    ],
  },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  globalSetup: new URL('libs/testing/src/global-setup.mjs', import.meta.url).pathname,
  globalTeardown: new URL('libs/testing/src/global-teardown.mjs', import.meta.url).pathname,
  testTimeout: 60_000,
};
