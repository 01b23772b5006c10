import { setTimeout as pause } from 'node:timers/promises';
import { range } from './numbers.js';

/** Starts callers, each of which calls and then pauses, until `stop`, which lets the last calls end. */
export function startCallers(
  count: number,
  call: (caller: number) => Promise<unknown>,
  pauseMs: number,
): { stop(): Promise<void> } {
  let isStopping = false;
  const callers = range(count).map(async (caller) => {
    while (!isStopping) {
      await call(caller);
      if (pauseMs > 0) await pause(pauseMs);
    }
  });
  const ended = Promise.all(callers);
  return {
    async stop() {
      isStopping = true;
      await ended;
    },
  };
}
