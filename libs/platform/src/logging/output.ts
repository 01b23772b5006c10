import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { pino, type DestinationStream } from 'pino';

/** Where lines of a log go. */
export interface LogOutput {
  stream: DestinationStream;
  /** Resolves when every line so far is written, or nobody has read it for two seconds. */
  written(): Promise<void>;
}

const maxWaitMs = 2_000;

/**
 * The standard output. A line is written while the process goes on; when it exits, pino writes what is left at once,
 * which would come before the line that is under way.
 */
export function standardOutput(): LogOutput {
  const stream = pino.destination(1);
  return {
    stream,
    async written() {
      const drained = once(stream, 'drain').catch(() => undefined);
      // It drains whenever it has written, even nothing.
      stream.write('');
      await Promise.race([drained, delay(maxWaitMs)]);
    },
  };
}
