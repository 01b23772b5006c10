import type { Calls } from './calls.js';
import type { components } from './generated/openapi.js';
import { pause } from './pause.js';
import { isTemporary, retryDelayMs } from './retry.js';
import { attemptTimeoutMs } from './send.js';

export type Change = components['schemas']['Change'];
export type ChangePage = components['schemas']['Changes'];

export interface ChangesOptions {
  /** The position after which to begin: `cursor` of a page, or `id` of a change or an event. */
  cursor: string;
  /** Kinds of changes, by default all for which the token has the scope. */
  kinds?: Change['kind'][] | undefined;
  /** Ends it. */
  signal?: AbortSignal | undefined;
}

/** How long a request waits for a change (s). */
const waitS = 25;

/**
 * Follows the change feed, page by page, until the signal is aborted. Fails with `position_gone` when changes since the
 * cursor are not kept any more.
 */
export async function* followChanges(
  get: Calls['get'],
  { cursor, kinds, signal }: ChangesOptions,
): AsyncGenerator<ChangePage, void> {
  let failures = 0;
  while (!signal?.aborted) {
    try {
      const kind = kinds?.join(',');
      const query = { cursor, wait: waitS, ...(kind !== undefined && { kind }) };
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
