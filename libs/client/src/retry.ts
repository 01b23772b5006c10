import { pause } from './pause.js';
import { isProblem, TrellisConnectionError, UnexpectedAnswer } from './problem.js';

/** What is waited for before the first retry; it doubles with each (ms). */
const firstDelayMs = 500;
const maxDelayMs = 30_000;

export interface RetryOptions {
  /** Attempts in all. */
  maxAttempts: number;
  /** The longest time for all attempts (ms). */
  timeoutMs: number;
  /** Whether to repeat what may have been carried out already. */
  isRepeatable: boolean;
  signal?: AbortSignal | undefined;
}

/** Runs an attempt until one succeeds or fails for good. Each is told how much time is left (ms). */
export async function withRetries<T>(
  run: (timeoutMs: number) => Promise<T>,
  { maxAttempts, timeoutMs, isRepeatable, signal }: RetryOptions,
): Promise<T> {
  const endsAt = performance.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(endsAt - performance.now());
    } catch (error) {
      const delayMs = retryDelayMs(error, attempt);
      const isLast = attempt >= maxAttempts || performance.now() + delayMs >= endsAt;
      if (isLast || signal?.aborted || !mayRetry(error, isRepeatable)) throw error;
      await pause(delayMs, signal);
      signal?.throwIfAborted();
    }
  }
}

/** Whether the same request may succeed later. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof UnexpectedAnswer) return false;
  if (!isProblem(error)) return error instanceof TrellisConnectionError;
  const { status, code, remedy } = error;
  if (status === 429 || code === 'idempotency_key_in_use') return true;
  // A proxy does not name a problem. Trellis says which of its own a retry may help.
  return [502, 503, 504].includes(status) && (code === 'unknown' || remedy === 'retry');
}

/** What is refused with 429 was not begun. */
const mayRetry = (error: unknown, isRepeatable: boolean): boolean =>
  isTemporary(error) && (isRepeatable || (isProblem(error) && error.status === 429));

/**
 * How long to wait after so many attempts (ms): a random part of a time that doubles, so that clients that failed
 * together do not come back together. `Retry-After` is waited for in any case.
 */
export function retryDelayMs(error: unknown, attempts: number, random = Math.random()): number {
  const longestMs = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 10));
  return ((isProblem(error) && error.retryAfterMs) || 0) + random * longestMs;
}
