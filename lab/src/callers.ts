import { setTimeout as pause } from 'node:timers/promises';
import { range } from './numbers.js';

/** Callers that call one after the other. */
export interface Callers {
  /** Lets the last calls end. */
  stop(): Promise<void>;
}

/** Starts callers, each of which calls and then pauses, until they are stopped. */
export function startCallers(
  count: number,
  call: (caller: number) => Promise<unknown>,
  pauseMs: number,
): Callers {
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
