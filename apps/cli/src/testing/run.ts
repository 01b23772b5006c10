import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { createProgram } from '../program.js';

/** The output of a command, and the error if it failed. */
interface Ended {
  out: string;
  err: string;
  error: unknown;
}

interface RunOptions {
  signal?: AbortSignal;
  on?: (ended: Ended) => void;
}

export interface TestCli {
  /** Directory of its files. */
  directory: string;
  /** Runs a command. `on` is called after each output. */
  run(args: string[], options?: RunOptions): Promise<Ended>;
  clear(): Promise<void>;
}

/** Creates a command line in this process, with its own profiles and environment. */
export async function newCli(environment: Record<string, string> = {}): Promise<TestCli> {
  const before = { ...process.env };
  const directory = await mkdtemp(join(tmpdir(), 'trellis-cli-'));
  const own = Object.entries(before).filter(([name]) => !name.startsWith('TRELLIS_'));
  process.env = { ...Object.fromEntries(own), XDG_CONFIG_HOME: directory, ...environment };
  return {
    directory,
    async run(args, { signal = new AbortController().signal, on = () => undefined } = {}) {
      const ended: Ended = { out: '', err: '', error: undefined };
      const take = (name: 'out' | 'err') => (text: string) => {
        ended[name] += text;
        on(ended);
      };
      const spies = [capture('stdout', take('out')), capture('stderr', take('err'))];
      try {
        await createProgram(signal).parseAsync(args, { from: 'user' });
      } catch (error) {
        ended.error = error;
      } finally {
        for (const spy of spies) spy.mockRestore();
      }
      return ended;
    },
    async clear() {
      process.env = before;
      await rm(directory, { recursive: true });
    },
  };
}

const capture = (stream: 'stdout' | 'stderr', take: (text: string) => void) =>
  jest.spyOn(process[stream], 'write').mockImplementation((chunk, ...others) => {
    take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    for (const other of others) if (typeof other === 'function') other();
    return true;
  });
