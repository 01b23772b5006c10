import { createBirpc } from 'birpc';
import { endWithParent } from './end-with-parent.js';

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
  endWithParent();
}
