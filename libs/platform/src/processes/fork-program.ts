import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Program {
  /**
   * Address of the program, as seen from the module that starts it: `new URL('./name.worker.js', import.meta.url)`. The
   * source has a TypeScript file there; production has a file beside the bundle (`tools/src/bundle.mjs`).
   */
  program: URL;
  /** The heap of the process (MiB). */
  maxHeapMb: number;
  /** Further variables that it gets. */
  passedVariables?: readonly string[];
}

/** Variables that a process gets. The others may be secrets. */
const usualVariables = ['NODE_EXTRA_CA_CERTS', 'SystemRoot', 'TZ'];

const isSource = extname(import.meta.url) === '.ts';

/**
 * Starts a program in a child process with a heap of its own, which yields to the service. The program calls
 * `endWithParent`.
 */
export function forkProgram({ program, maxHeapMb, passedVariables = [] }: Program): ChildProcess {
  const file = fileURLToPath(program);
  const given = [...usualVariables, ...passedVariables].map((name) => [name, process.env[name]]);
  const child = fork(isSource ? file.replace(/\.js$/, '.ts') : file, [String(process.pid)], {
    serialization: 'advanced',
    env: Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [
      `--max-old-space-size=${maxHeapMb}`,
      ...(isSource ? ['--import', 'tsx', '--conditions=@trellis/source'] : []),
    ],
  });
  lowerPriority(child);
  return child;
}

/** Niceness with which a process gets a third of the time that the service gets while both have work. */
const niceness = 5;

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // Sandboxes may forbid it; limits of memory and time remain.
  }
}
