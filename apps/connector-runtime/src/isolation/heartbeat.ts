import { readFileSync } from 'node:fs';
import { heartbeatMs } from './messages.js';

/** How long a process may take to start (ms). */
const startTimeoutMs = 60_000;

/** How many times as long as it may be busy a process may be silent, since others may need the processor. */
const maxSilence = 10;

/**
 * Calls `onStuck` when a process that polls uses more than `maxBusyMs` of processor time without a message, or is silent
 * for far longer. Silence is counted in turns of the event loop: while this process stands still it receives nothing.
 */
export function watchHeartbeat(pid: number | undefined, maxBusyMs: number, onStuck: () => void) {
  let isPolling = false;
  let hasStarted = false;
  let silentMs = 0;
  let usedBefore: number | undefined;

  const timer = setInterval(() => {
    if (!isPolling) return;
    silentMs += heartbeatMs;
    const used = processorMs(pid);
    usedBefore ??= used;
    const busyMs = used === undefined ? silentMs : used - (usedBefore ?? used);
    const maxSilentMs = hasStarted ? maxSilence * maxBusyMs : startTimeoutMs;
    if (silentMs > maxSilentMs || (hasStarted && busyMs > maxBusyMs)) onStuck();
  }, heartbeatMs).unref();

  const restart = () => {
    silentMs = 0;
    usedBefore = undefined;
  };
  return {
    /** Notes a message of the process. */
    received() {
      hasStarted = true;
      restart();
    },
    setPolling(polling: boolean) {
      if (!isPolling) restart();
      isPolling = polling;
    },
    stop: () => clearInterval(timer),
  };
}

/** Returns the processor time of a process (ms), in ticks of 10 ms; undefined where there is no `/proc` (proc_pid_stat(5)). */
function processorMs(pid: number | undefined): number | undefined {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
    const [user, system] = afterName.slice(11, 13).map(Number);
    return (user! + system!) * 10;
  } catch {
    return undefined;
  }
}
