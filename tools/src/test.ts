import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
}

/**
 * Runs every test and prints a line that counts them. Arguments are passed on to Jest. In CI a test that is
 * skipped, as all others of a file are beside `.only`, counts as a failure.
 */
const directory = mkdtempSync(join(tmpdir(), 'trellis-results-'));
const file = join(directory, 'results.json');
const { status } = spawnSync(
  process.execPath,
  [
    '--conditions=@trellis/source',
    '--experimental-vm-modules',
    '--no-warnings',
    'node_modules/jest/bin/jest.js',
    '--maxWorkers=2',
    '--json',
    `--outputFile=${file}`,
    ...process.argv.slice(2),
  ],
  { stdio: ['ignore', 2, 2], env: { ...process.env, NODE_OPTIONS: '' } },
);
const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
rmSync(directory, { recursive: true });

// A suite that cannot be loaded has no tests to count, but it has failed.
const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
process.stdout.write(`${results.numPassedTests} passed, ${failed} failed${skipped}\n`);
const isIncomplete = process.env.CI !== undefined && skipped !== '';
process.exit(isIncomplete ? 1 : (status ?? 1));
