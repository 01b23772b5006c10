import type { Program } from './fork-program.js';
import { startWorkerProcess, type TaskOptions, type WorkerProcess } from './worker-process.js';

export interface WorkerProcessesOptions extends Program {
  /** How many processes are started in advance, because loading the program takes a while. Default 0. */
  minProcesses?: number;
  /** How long further processes are kept without a task (ms). Default a minute. */
  idleTimeoutMs?: number;
  /** Called with the error of a process that ended without a task. */
  onError: (error: unknown) => void;
}

/**
 * Child processes that run tasks, each with a limit of time and memory: a task that exceeds them costs its process. A
 * thread is not enough, since V8 ends the whole process for some allocations of a thread.
 */
export interface WorkerProcesses<Task, Result> {
  /**
   * Runs a task in an idle process, or in a new one: the caller limits how many tasks run at once. Throws
   * `LimitExceeded` for one that exceeds its limits.
   */
  run(task: Task, options: TaskOptions): Promise<Result>;
  /** Ends all processes, also those that have tasks. */
  close(): Promise<void>;
}

/** Opens processes for tasks; their program calls `serveTasks`. */
export function openWorkerProcesses<Task, Result>({
  minProcesses = 0,
  idleTimeoutMs = 60_000,
  onError,
  ...program
}: WorkerProcessesOptions): WorkerProcesses<Task, Result> {
  type Worker = WorkerProcess<Task, Result>;
  const workers = new Set<Worker>();
  const idle = new Map<Worker, NodeJS.Timeout>();
  const closed = new Error('The processes are closed.');
  let isClosed = false;

  function start(): Worker {
    const worker = startWorkerProcess<Task, Result>(program);
    workers.add(worker);
    void worker.ended.then((error) => {
      workers.delete(worker);
      if (remove(worker)) onError(error);
      // A program that cannot be loaded is tried again for the next task.
      if (worker.isLoaded()) startMinimum();
    });
    return worker;
  }

  const running = () => [...workers].filter((worker) => !worker.isEnded()).length;

  function startMinimum(): void {
    try {
      while (!isClosed && running() < minProcesses) add(start());
    } catch (error) {
      onError(error);
    }
  }

  function add(worker: Worker): void {
    const expire = () => {
      if (running() > minProcesses && remove(worker)) worker.end(closed);
    };
    idle.set(worker, setTimeout(expire, idleTimeoutMs).unref());
  }

  function remove(worker: Worker): boolean {
    clearTimeout(idle.get(worker));
    return idle.delete(worker);
  }

  /** Returns the process that was used last, so that the others become superfluous. */
  function take(): Worker {
    const all = [...idle.keys()];
    const worker = all.findLast((worker) => worker.isLoaded()) ?? all.at(-1) ?? start();
    remove(worker);
    return worker;
  }

  startMinimum();
  return {
    async run(task, options) {
      if (isClosed) throw closed;
      options.signal?.throwIfAborted();
      const worker = take();
      try {
        return await worker.run(task, options);
      } finally {
        if (!worker.isEnded()) add(worker);
      }
    },
    async close() {
      isClosed = true;
      idle.forEach((_timer, worker) => remove(worker));
      workers.forEach((worker) => worker.end(closed));
      await Promise.all([...workers].map((worker) => worker.ended));
    },
  };
}
