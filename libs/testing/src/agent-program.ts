import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '@trellis/local-postgres';
import { waitFor } from './wait-for.js';

const program = resolve(import.meta.dirname, '../../../apps/agent/bin/trellis-agent.mjs');

/** An agent as a user runs it. */
export interface AgentProgram {
  /** The address of its page. */
  page: string;
  output(): string;
  /** The id of its process. */
  pid(): number;
  /** Waits until it has printed a text. */
  prints(text: string): Promise<unknown>;
  start(args?: string[]): void;
  /** The folder of its key. */
  data: string;
  /** Waits until it ends by itself; returns its exit code. */
  ended(): Promise<number | null>;
  /** Ends it by a signal, and waits for its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  clear(): Promise<void>;
}

interface ProgramOptions {
  /** The folder of its key; by default a new one. */
  data?: string;
  discovers?: boolean;
  /** The command that runs it, such as that of another network namespace. */
  prefix?: readonly string[];
}

/** Starts an agent that may reach the servers of tests, on this computer. */
export async function startAgentProgram(
  first: string[],
  {
    data = mkdtempSync(join(tmpdir(), 'trellis-agent-')),
    discovers = false,
    prefix = [],
  }: ProgramOptions = {},
): Promise<AgentProgram> {
  const port = await freePort();
  let output = '';
  let child: ChildProcess | undefined;

  function start(args: string[] = []): void {
    const always = ['--data', data, '--page', String(port)];
    if (!discovers) always.push('--no-discovery');
    const own = ['--allow', '127.0.0.1/32', '--allow', '::1/128'];
    const [command, ...given] = [...prefix, process.execPath, program, ...always, ...own, ...args];
    child = spawn(command!, given, {
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    child.stdout!.on('data', (text) => (output += String(text)));
    child.stderr!.on('data', (text) => (output += String(text)));
  }
  async function stop(signal: NodeJS.Signals = 'SIGINT') {
    if (!child || child.exitCode !== null || child.signalCode !== null)
      return child?.exitCode ?? null;
    const exit = once(child, 'exit');
    child.kill(signal);
    const [code] = (await exit) as [number | null];
    return code;
  }

  start(first);
  return {
    page: `http://127.0.0.1:${port}`,
    output: () => output,
    pid: () => child!.pid!,
    prints: (text) => waitFor(() => output.includes(text), { what: text, within: 30_000 }),
    data,
    start,
    stop,
    async ended() {
      if (child!.exitCode === null && child!.signalCode === null) await once(child!, 'exit');
      return child!.exitCode;
    },
    async clear() {
      await stop('SIGKILL');
      rmSync(data, { recursive: true, force: true });
    },
  };
}
