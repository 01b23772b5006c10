import { openWorkerProcesses } from '../processes/index.js';
import type { Task } from './tasks.worker.js';

/** Starts a process, writes its id, and waits for its own end. */
const processes = openWorkerProcesses<Task, number>({
  program: new URL('./tasks.worker.js', import.meta.url),
  maxHeapMb: 64,
  onError: (error) => console.error(error),
});
console.log(await processes.run({ does: 'tell its id' }, { timeoutMs: 60_000 }));
