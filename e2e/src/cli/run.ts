import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@trellis/testing';

/** The program as it is published, which starts several times as fast as from its sources. */
const program = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url));

export interface Ended {
  code: number | null;
  /** Standard output and standard error. */
  out: string;
  err: string;
}

export interface Running {
  out(): string;
  err(): string;
  printed(what: string | RegExp): Promise<unknown>;
  interrupt(): Promise<Ended>;
  end: Promise<Ended>;
}

interface RunOptions {
  input?: string;
  environment?: Record<string, string>;
  /** Width of the terminal to run it on, whose whole output is `out`. */
  columns?: number;
}

export interface Cli {
  run(args: string[], options?: RunOptions): Promise<Ended>;
  start(args: string[], options?: RunOptions): Running;
  directory: string;
  clear(): void;
}

export function newCli(): Cli {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-cli-'));
  const start = (args: string[], options: RunOptions = {}) =>
    startProgram(args, options, directory);
  return {
    directory,
    start,
    run: (args, options) => start(args, options).end,
    clear: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function startProgram(
  args: string[],
  { input, environment, columns }: RunOptions,
  home: string,
): Running {
  const command = [process.execPath, program, ...args];
  const [file, ...rest] = columns === undefined ? command : onTerminal(command, columns);
  const child = spawn(file!, rest, {
    env: {
      PATH: process.env.PATH,
      TERM: 'xterm-256color',
      NO_COLOR: '1',
      XDG_CONFIG_HOME: home,
      ...environment,
    },
    stdio: 'pipe',
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  if (input !== undefined) child.stdin.end(input);
  const end = once(child, 'close').then(([code]): Ended => ({ code: code as number, out, err }));
  return {
    out: () => out,
    err: () => err,
    printed: (what) =>
      waitFor(
        () => {
          if (child.exitCode !== null) throw new Error(`It has ended: ${out}${err}`);
          return `${out}${err}`.match(what) !== null;
        },
        { what: `${args.join(' ')} to print ${what}` },
      ),
    interrupt() {
      if (columns === undefined) child.kill('SIGINT');
      else child.stdin.write('\u0003');
      return end;
    },
    end,
  };
}

/** `script` (util-linux) runs a command on a terminal, and ends with its exit code. */
function onTerminal(command: string[], columns: number): string[] {
  const quoted = command.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(' ');
  return ['script', '-qefc', `stty cols ${columns} rows 40; exec ${quoted}`, '/dev/null'];
}
