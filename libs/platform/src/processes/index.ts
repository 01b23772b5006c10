export { endWithParent } from './end-with-parent.js';
export { forkProgram } from './fork-program.js';
export { serveTasks } from './serve-tasks.js';
export { LimitExceeded } from './worker-process.js';
export {
  openWorkerProcesses,
  type WorkerProcesses,
  type WorkerProcessesOptions,
} from './worker-processes.js';
