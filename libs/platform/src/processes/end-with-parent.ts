import { Worker } from 'node:worker_threads';

/** How often a process looks whether the one that started it still runs (ms). */
const intervalMs = 1_000;

/** Runs in a thread of its own, since a computation may block the event loop of the process for minutes. */
const watchdog = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, ${intervalMs});`;

/** Ends this process, which `forkProgram` has started, with its parent and not before. */
export function endWithParent(): void {
  const parent = Number(process.argv[2]);
  new Worker(watchdog, {
    eval: true,
    workerData: parent,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  }).unref();
  // A terminal sends its signals to this process, too, but the service decides when it ends.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit());
}
