import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

export interface TestRun {
  outcome: 'passed' | 'failed' | 'timed out';
  /** The files with a failed test, or that could not be loaded. */
  failed: string[];
  /** How long each file took, in milliseconds. */
  durations: Map<string, number>;
}

interface RunOptions {
  /** The checkout or a copy of it. */
  root: string;
  /** Test files of one project, from the root. */
  files: string[];
  timeoutMs: number;
  /** Whether to stop at the first file that fails. */
  bail: boolean;
}

/** How long a run that was asked to end may take to stop its servers. */
const stopTimeoutMs = 10_000;

/** The project that a test file belongs to: the nearest folder with a Jest configuration. */
export function projectOf(root: string, file: string): string {
  let folder = dirname(file);
  while (!existsSync(join(root, folder, 'jest.config.mjs'))) folder = dirname(folder);
  return folder;
}

/** Runs test files of one project in a process group of their own. */
export async function runTests({ root, files, timeoutMs, bail }: RunOptions): Promise<TestRun> {
  const project = projectOf(root, files[0]!);
  const results = mkdtempSync(join(tmpdir(), 'trellis-results-'));
  const file = join(results, 'results.json');
  try {
    const isInTime = await runInTime(join(root, project), timeoutMs, [
      '--conditions=@trellis/source',
      '--experimental-vm-modules',
      '--no-warnings',
      join(root, 'node_modules/jest/bin/jest.js'),
      '--runInBand',
      '--forceExit',
      ...(bail ? ['--bail'] : []),
      '--json',
      `--outputFile=${file}`,
      '--runTestsByPath',
      ...files.map((path) => relative(project, path)),
    ]);
    if (!isInTime) return { outcome: 'timed out', failed: files, durations: new Map() };
    // A process that ends without results has crashed.
    if (!existsSync(file)) return { outcome: 'failed', failed: files, durations: new Map() };
    return readResults(root, file);
  } finally {
    rmSync(results, { recursive: true });
  }
}

interface Results {
  success: boolean;
  testResults: { name: string; status: string; startTime: number; endTime: number }[];
}

function readResults(root: string, file: string): TestRun {
  const { success, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Results;
  return {
    outcome: success ? 'passed' : 'failed',
    failed: testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => relative(root, name)),
    durations: new Map(
      testResults.map(({ name, startTime, endTime }) => [
        relative(root, name),
        endTime - startTime,
      ]),
    ),
  };
}

/** Runs Node in a folder. A process that is not done in time is ended with all that it started. */
function runInTime(cwd: string, timeoutMs: number, args: string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, signal);
    } catch {
      // All of them have ended.
    }
  };
  // A test that spins does not hear SIGTERM.
  const endWithParent = () => end('SIGKILL');
  process.once('exit', endWithParent);
  return new Promise((resolve, reject) => {
    let isInTime = true;
    let kill: NodeJS.Timeout | undefined;
    const timeout = setTimeout(() => {
      isInTime = false;
      end('SIGTERM');
      kill = setTimeout(() => end('SIGKILL'), stopTimeoutMs);
    }, timeoutMs);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timeout);
      clearTimeout(kill);
      process.off('exit', endWithParent);
      // What a crashed run has left behind.
      end('SIGTERM');
      resolve(isInTime);
    });
  });
}
