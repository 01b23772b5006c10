import type { Calls } from './calls.js';
import type { components } from './generated/openapi.js';
import { isTemporary, pause, retryDelayMs } from './retry.js';
import { attemptTimeoutMs } from './send.js';

export type Change = components['schemas']['Change'];
export type ChangePage = components['schemas']['Changes'];

export interface ChangesOptions {
  /** Starts after this position: the `cursor` of a page, or the `id` of a change or an event. */
  cursor: string;
  /** Kinds of changes. By default all that the scopes of the token allow. */
  kinds?: Change['kind'][] | undefined;
  /** Ends the feed. */
  signal?: AbortSignal | undefined;
}

const waitS = 25;

/**
 * Follows the change feed, page by page, until the signal is aborted. Throws `position_gone` if changes since the cursor
 * are past their retention.
 */
export async function* followChanges(
  get: Calls['get'],
  { cursor, kinds, signal }: ChangesOptions,
): AsyncGenerator<ChangePage, void> {
  let failures = 0;
  while (!signal?.aborted) {
    try {
      const kind = kinds?.join(',');
      const query = { cursor, wait: waitS, kind };
      const once = { maxAttempts: 1, timeoutMs: attemptTimeoutMs };
      const { data } = await get('/changes', { query, signal, ...once });
      failures = 0;
      if (data.cursor !== cursor) yield data;
      cursor = data.cursor;
    } catch (error) {
      if (signal?.aborted) return;
      if (!isTemporary(error)) throw error;
      failures += 1;
      await pause(retryDelayMs(error, failures), signal);
    }
  }
}
