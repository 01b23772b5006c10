import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** Of Jest's `--json`, what is used here. */
interface TestFile {
  name: string;
  status: 'passed' | 'failed';
  assertionResults: { status: 'passed' | 'failed' | 'pending' | 'skipped' | 'todo' }[];
}

interface Run {
  files: TestFile[];
  /** What Jest ended with. */
  status: number;
}

/** If more files fail than this, a second try would only repeat it. */
const maxRepeatedFiles = 2;

/**
 * Runs every test and prints a line that counts them. Arguments are passed on to Jest. A file that fails is
 * run once more by itself; if it passes then, it is named as unsteady. In CI a test that is skipped, as all
 * others of a file are beside `.only`, counts as a failure.
 */
const first = runJest(process.argv.slice(2));
const failing = first.files.filter(({ status }) => status === 'failed').map(({ name }) => name);
const isRepeated = failing.length > 0 && failing.length <= maxRepeatedFiles;
const { files, status } = isRepeated ? repeat(first, failing) : first;

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const { status, assertionResults } of files) {
  // A file that cannot be loaded has no tests to count, but it has failed.
  if (status === 'failed' && assertionResults.length === 0) counts.failed += 1;
  for (const { status } of assertionResults) {
    counts[status === 'passed' || status === 'failed' ? status : 'skipped'] += 1;
  }
}
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
const isIncomplete = process.env.CI !== undefined && counts.skipped > 0;
process.exit(isIncomplete ? 1 : status);

function repeat(run: Run, failing: string[]): Run {
  process.stderr.write('\nOnce more, by themselves:\n');
  const second = runJest(['--runTestsByPath', ...failing]);
  for (const { name, status } of second.files) {
    if (status === 'failed') continue;
    process.stderr.write(`Unsteady: ${relative('.', name)} failed first, then passed.\n`);
  }
  const others = run.files.filter(({ name }) => !failing.includes(name));
  return { files: [...others, ...second.files], status: second.status };
}

function runJest(args: string[]): Run {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-results-'));
  const output = join(directory, 'results.json');
  const { status } = spawnSync(
    process.execPath,
    [
      '--conditions=@trellis/source',
      '--experimental-vm-modules',
      '--no-warnings',
      'node_modules/jest/bin/jest.js',
      '--maxWorkers=2',
      '--json',
      `--outputFile=${output}`,
      ...args,
    ],
    { stdio: ['ignore', 2, 2], env: { ...process.env, NODE_OPTIONS: '' } },
  );
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as { testResults: TestFile[] };
  rmSync(directory, { recursive: true });
  return { files: testResults, status: status ?? 1 };
}
