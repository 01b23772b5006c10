import { createBirpc } from 'birpc';

/** The functions of a worker process. */
export interface WorkerFunctions<Task, Result> {
  /** Returns once the program is loaded. */
  load(): void;
  run(task: Task): Result | Promise<Result>;
}

/** Runs the tasks that this process gets from `openWorkerProcesses`. */
export function serveTasks<Task, Result>(run: WorkerFunctions<Task, Result>['run']): void {
  const functions: WorkerFunctions<Task, Result> = { load: () => undefined, run };
  createBirpc<object, typeof functions>(functions, {
    post: (message) => void process.send?.(message),
    on: (receive) => void process.on('message', receive),
    timeout: -1,
  });
  // A terminal sends its signals to this process, too, but the service decides when it ends.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit());
}
