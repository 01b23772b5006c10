import { openWorkerProcesses } from '../processes/index.js';
import type { Task } from './tasks.worker.js';

/** Starts a process, has it do what the first argument says, writes its id, and waits for its own end. */
const processes = openWorkerProcesses<Task, unknown>({
  program: new URL('./tasks.worker.js', import.meta.url),
  maxHeapMb: 64,
  onError: (error) => console.error(error),
});
const does = process.argv[2] as 'tell its id' | 'tell its id and spin';
console.log(await processes.run({ does }, { timeoutMs: 60_000 }));
