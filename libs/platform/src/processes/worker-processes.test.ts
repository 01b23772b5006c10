import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from '@jest/globals';
import { isRunning, recordChildProcesses, waitFor } from '@trellis/testing';
import type { Task } from '../testing/tasks.worker.js';
import {
  LimitExceeded,
  openWorkerProcesses,
  type WorkerProcesses,
  type WorkerProcessesOptions,
} from './index.js';

const patient = { timeoutMs: 10 * 60_000 };
const opened: WorkerProcesses<Task, unknown>[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((processes) => processes.close()));
});

function open(options: Partial<WorkerProcessesOptions> = {}) {
  const processes = openWorkerProcesses<Task, unknown>({
    program: new URL('../testing/tasks.worker.js', import.meta.url),
    maxHeapMb: 64,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  opened.push(processes);
  const run = (does: Exclude<Task['does'], 'answer'>, options = {}) =>
    processes.run({ does }, { ...patient, ...options });
  const answer = (value: unknown) => processes.run({ does: 'answer', with: value }, patient);
  const id = async () => (await run('tell its id')) as number;
  return { run, answer, id, close: () => processes.close() };
}

const hasEnded = (id: number) =>
  waitFor(() => !isRunning(id), { what: `the end of process ${id}` });

describe('a task that', () => {
  test.each(['fill its heap', 'split a text into too many parts'] as const)(
    'would %s costs its process, not that of its neighbor',
    async (does) => {
      const { run, answer, id } = open();
      const first = await id();
      const costly = run(does);
      const neighbor = answer('neighbor');
      await expect(costly).rejects.toBeInstanceOf(LimitExceeded);
      await expect(neighbor).resolves.toBe('neighbor');
      await expect(answer('next')).resolves.toBe('next');
      expect(isRunning(first)).toBe(false);
    },
  );

  test('takes too long is ended with its process', async () => {
    const { run, answer, id } = open();
    const first = await id();
    const slow = run('spin', { timeoutMs: 100 });
    await expect(slow).rejects.toBeInstanceOf(LimitExceeded);
    await expect(answer('next')).resolves.toBe('next');
    await hasEnded(first);
  });

  test('is aborted throws the reason, and ends with its process', async () => {
    const { run, id } = open();
    const first = await id();
    const abort = new AbortController();
    const slow = run('spin', { signal: abort.signal });
    abort.abort(new RangeError('impatient'));
    await expect(slow).rejects.toBe(abort.signal.reason);
    await hasEnded(first);
    await expect(run('spin', { signal: abort.signal })).rejects.toBe(abort.signal.reason);
  });

  test('crashes its process says how that ended, and exceeded no limit', async () => {
    const { run, answer } = open();
    const error = await run('crash').catch((error: unknown) => error);
    expect(error).not.toBeInstanceOf(LimitExceeded);
    expect(error).toMatchObject({ message: expect.stringContaining('nobody catches this') });
    await expect(answer('next')).resolves.toBe('next');
  });

  test('throws costs nothing', async () => {
    const { run, id } = open();
    const first = await id();
    await expect(run('throw')).rejects.toMatchObject({ name: 'RangeError', message: 'refused' });
    expect(await id()).toBe(first);
  });
});

test('the time to load the program does not count', async () => {
  const program = new URL('../testing/slow-to-load.worker.js', import.meta.url);
  const { run } = open({ program });
  await expect(run('tell its id', { timeoutMs: 1_000 })).resolves.toEqual(expect.any(Number));
});

test('a process that is still loading outlives a task that is aborted', async () => {
  const children = recordChildProcesses();
  const { run, id } = open({ minProcesses: 1 });
  const abort = new AbortController();
  const aborted = run('spin', { signal: abort.signal });
  abort.abort(new Error('impatient'));
  await expect(aborted).rejects.toBe(abort.signal.reason);
  await id();
  expect(children.started()).toBe(1);
});

test('large tasks and results arrive as they were', async () => {
  const parts = Array.from({ length: 50_000 }, (_, number) => ({ number, name: `part ${number}` }));
  const large = { text: 'ä'.repeat(2 ** 21), bytes: new Uint8Array([1, 2]), parts };
  expect(await open({ maxHeapMb: 256 }).answer(large)).toEqual(large);
});

test('a process is used again, and by one task at a time', async () => {
  const { id } = open();
  const ids = await Promise.all([id(), id()]);
  expect(new Set(ids).size).toBe(2);
  expect(ids).toContain(await id());
});

test('superfluous processes end when they have nothing to do, and the minimum stays', async () => {
  const { id } = open({ minProcesses: 1, idleTimeoutMs: 50 });
  const ids = await Promise.all([id(), id(), id()]);
  await waitFor(() => ids.filter(isRunning).length === 1, { what: 'a single process' });
  expect(ids.filter(isRunning)).toEqual([await id()]);
});

test('a process that ends without a task is reported and replaced, and costs no task', async () => {
  const errors: unknown[] = [];
  const { id } = open({ minProcesses: 1, onError: (error) => errors.push(error) });
  const first = await id();
  process.kill(first, 'SIGKILL');
  await waitFor(() => errors.length === 1, { what: 'the report' });
  expect(await id()).not.toBe(first);
  expect(String(errors[0])).toContain('SIGKILL');
});

test('a program that cannot be loaded is started once for each task', async () => {
  const children = recordChildProcesses();
  const errors: unknown[] = [];
  const program = new URL('./missing.worker.js', import.meta.url);
  const { run } = open({ program, minProcesses: 1, onError: (error) => errors.push(error) });
  await waitFor(() => errors.length === 1, { what: 'the report' });
  expect(children.started()).toBe(1);
  await expect(run('spin')).rejects.toThrow('ERR_MODULE_NOT_FOUND');
  expect(children.running()).toBe(0);
});

test('the signals of a terminal do not end a process', async () => {
  const { id } = open();
  const first = await id();
  process.kill(first, 'SIGINT');
  process.kill(first, 'SIGTERM');
  expect(await id()).toBe(first);
});

test('no secret of the environment reaches a process', async () => {
  process.env.JWT_SECRET = 'secret';
  const { run } = open();
  const variables = await run('list variables');
  delete process.env.JWT_SECRET;
  expect(['NODE_EXTRA_CA_CERTS', 'SystemRoot', 'TZ', 'NODE_CHANNEL_FD']).toEqual(
    expect.arrayContaining(variables as string[]),
  );
});

test('no process is left after closing, also of those with tasks', async () => {
  const { run, id, close } = open();
  const ids = await Promise.all([id(), id(), id()]);
  const task = run('spin').catch((error: unknown) => error);
  await close();
  expect(ids.filter(isRunning)).toEqual([]);
  expect(await task).toMatchObject({ message: 'The processes are closed.' });
  await expect(run('spin')).rejects.toThrow('The processes are closed.');
});

test.each([
  ['that waits for a task', 'tell its id'],
  ['in the middle of a computation', 'tell its id and spin'],
])(
  'a process %s ends when the one that started it is killed',
  async (_when, does) => {
    const starter = fileURLToPath(new URL('../testing/starter.ts', import.meta.url));
    const options = ['--conditions=@trellis/source', '--import', 'tsx'];
    const parent = spawn(process.execPath, [...options, starter, does], {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const id = Number(line.toString());
    expect(isRunning(id)).toBe(true);
    parent.kill('SIGKILL');
    await hasEnded(id);
  },
  60_000,
);
