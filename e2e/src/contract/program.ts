import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from './commands.js';

export const root = resolve(import.meta.dirname, '../../..');

export interface Followed {
  id: string;
  type: string;
  value: unknown;
}

/** A running program of a client. */
export interface ClientProgram {
  /** Carries out a command: resolves to its result, or rejects with `{ kind, … }`. */
  run(command: Command): Promise<unknown>;
  /** The events that it has followed so far. */
  events: Followed[];
  stop(): void;
}

export function startClient(program: string, args: readonly string[]): ClientProgram {
  const python = { PYTHONPATH: join(root, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
  const env = { ...process.env, NODE_OPTIONS: '', ...python };
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const events: Followed[] = [];
  const waiting: { resolve: (result: unknown) => void; reject: (error: unknown) => void }[] = [];
  createInterface(child.stdout).on('line', (line) => {
    const printed = JSON.parse(line) as { event?: Followed; error?: object; result?: unknown };
    if (printed.event) return void events.push(printed.event);
    const { resolve, reject } = waiting.shift()!;
    if (printed.error) reject(printed.error);
    else resolve(printed.result);
  });
  child.on('exit', (code) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`${program} ended with ${code}`));
  });
  return {
    events,
    run: (command) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        child.stdin.write(`${JSON.stringify(command)}\n`);
      }),
    stop: () => void child.kill('SIGKILL'),
  };
}

/** Builds the program of the Go client. Returns its file. */
export function buildGoProgram(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'contract-')), 'contract');
  const options = { cwd: join(root, 'clients/go'), encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('go', ['build', '-o', file, './contract'], options);
  if (status !== 0) throw new Error(stderr);
  return file;
}
