import type { ChildProcess } from 'node:child_process';
import { createBirpc } from 'birpc';
import { forkProgram, type Program } from './fork-program.js';
import type { WorkerFunctions } from './serve-tasks.js';

/** A task used more time or memory than it may. */
export class LimitExceeded extends Error {}

export interface TaskOptions {
  /** How long the process may work on the task (ms); the time to load its program does not count. */
  timeoutMs: number;
  /** Ends the task, and the process if it works on the task. */
  signal?: AbortSignal;
}

/** A child process that runs one task after another. */
export interface WorkerProcess<Task, Result> {
  isLoaded(): boolean;
  isEnded(): boolean;
  /** Resolves with the reason once the process has ended. */
  ended: Promise<unknown>;
  /** Throws {@link LimitExceeded}, the reason of the signal, or the error of the task or of the process. */
  run(task: Task, options: TaskOptions): Promise<Result>;
  /** Kills the process; its task throws the reason. */
  end(reason: unknown): void;
}

export function startWorkerProcess<Task, Result>(program: Program): WorkerProcess<Task, Result> {
  const child = forkProgram(program);
  const remote = createBirpc<WorkerFunctions<Task, Result>>(
    {},
    {
      // A message to a process that has just ended is lost with it.
      post: (message) => void child.send(message as object, () => undefined),
      on: (receive) => void child.on('message', receive),
      timeout: -1,
    },
  );

  let isLoaded = false;
  let end: { reason: unknown } | undefined;
  const conclude = (reason: unknown) => {
    end ??= { reason };
    remote.$rejectPendingCalls(({ reject }) => reject(end?.reason));
  };
  const kill = (reason: unknown) => {
    conclude(reason);
    child.kill('SIGKILL');
  };
  const ended = reasonOfEnd(child, () => isLoaded).then((reason) => {
    conclude(reason);
    return end?.reason;
  });
  const tooSlow = () => kill(new Error(`The program was not loaded within ${loadTimeoutMs} ms.`));
  const loadTimer = setTimeout(tooSlow, loadTimeoutMs);
  const loading = remote.load().then(() => void (isLoaded = true));
  loading.catch(() => undefined).finally(() => clearTimeout(loadTimer));

  return {
    isLoaded: () => isLoaded,
    isEnded: () => end !== undefined,
    ended,
    end: kill,
    async run(task, { timeoutMs, signal }) {
      if (!isLoaded) await unlessAborted(loading, signal);
      if (end) throw end.reason;
      signal?.throwIfAborted();
      const onAbort = () => kill(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      let isDone = false;
      const onTimeout = () => {
        if (!isDone) kill(new LimitExceeded(`The task took more than ${timeoutMs} ms.`));
      };
      // A result that has come while this process stood still is read before.
      const timer = setTimeout(() => setImmediate(onTimeout), timeoutMs);
      try {
        return await remote.run(task);
      } finally {
        isDone = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}

/** How long loading a program may take (ms). */
const loadTimeoutMs = 60_000;

/** How much is kept of what a process writes before it crashes (characters). */
const maxWritten = 4_000;

/** Waits for the end of a process, and returns the reason. */
function reasonOfEnd(child: ChildProcess, isLoaded: () => boolean): Promise<Error> {
  let written = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written = `${written}${text}`.slice(-maxWritten);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => child.pid === undefined && resolve(error));
    child.once('close', (code, signal) => {
      // Node.js ends with a signal, or with 134, when the memory is used up.
      // SIGKILL comes from outside, as from a machine without memory.
      const isLimit = isLoaded() && signal !== 'SIGKILL' && (signal !== null || code === 134);
      const how = `The process has ended with ${signal ?? code}.`;
      resolve(isLimit ? new LimitExceeded(how) : new Error(`${how} ${written}`.trim()));
    });
  });
}

async function unlessAborted(promise: Promise<void>, signal?: AbortSignal): Promise<void> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal?.reason);
  });
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}
