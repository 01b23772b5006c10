import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { pino, type DestinationStream } from 'pino';

/** Destination of log lines. */
export interface LogOutput {
  stream: DestinationStream;
  /** Resolves when all lines are written, or when nobody reads them for two seconds. */
  written(): Promise<void>;
}

const maxWaitMs = 2_000;

/** Most characters that wait to be written; lines beyond are dropped. */
const maxLength = 8 * 1024 * 1024;

/**
 * Opens the standard output. Lines are written asynchronously. At exit, pino writes the rest synchronously, which would
 * overtake the line that is being written, so call `written` before.
 */
export function standardOutput(): LogOutput {
  const stream = pino.destination({ dest: 1, maxLength });
  // On a full disk, lines wait until there is room. Logging must never end a process.
  stream.on('error', () => undefined);
  return {
    stream,
    async written() {
      const drained = once(stream, 'drain').catch(() => {
        // At exit, pino would try again and throw.
        stream.flushSync = () => undefined;
      });
      // An empty write emits `drain` as well.
      stream.write('');
      await Promise.race([drained, delay(maxWaitMs)]);
    },
  };
}
