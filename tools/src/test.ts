import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

/** The part of Jest's `--json` output that is used here. */
interface TestFile {
  status: 'passed' | 'failed';
  assertionResults: { status: 'passed' | 'failed' | 'pending' | 'skipped' | 'todo' }[];
}

/** Memory that a worker needs together with the servers that its tests start (bytes). */
const workerMemory = 3e9;

/**
 * Runs all tests and prints a line that counts them. Arguments are passed on to Jest. In CI a skipped
 * test counts as a failure, as do all tests of a file that `.only` leaves out.
 */
const directory = mkdtempSync(join(tmpdir(), 'trellis-results-'));
const output = join(directory, 'results.json');
const maxWorkers = Math.max(
  1,
  Math.min(availableParallelism(), Math.floor(totalmem() / workerMemory)),
);
const { status } = spawnSync(
  process.execPath,
  [
    '--conditions=@trellis/source',
    '--experimental-vm-modules',
    '--no-warnings',
    // Loading modules makes much short-lived garbage; with the default of 16 MB a tenth of the time goes to collect it.
    '--max-semi-space-size=32',
    'node_modules/jest/bin/jest.js',
    `--maxWorkers=${maxWorkers}`,
    '--json',
    `--outputFile=${output}`,
    ...process.argv.slice(2),
  ],
  { stdio: ['ignore', 2, 2], env: { ...process.env, NODE_OPTIONS: '' } },
);
const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as { testResults: TestFile[] };
rmSync(directory, { recursive: true });

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const { status, assertionResults } of testResults) {
  // A file that cannot be loaded has no tests to count, but it has failed.
  if (status === 'failed' && assertionResults.length === 0) counts.failed += 1;
  for (const { status } of assertionResults) {
    counts[status === 'passed' || status === 'failed' ? status : 'skipped'] += 1;
  }
}
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
const isIncomplete = process.env.CI !== undefined && counts.skipped > 0;
process.exit(isIncomplete ? 1 : (status ?? 1));
