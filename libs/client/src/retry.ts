import { isProblem, TrellisConnectionError, UnexpectedAnswer } from './problem.js';

/** Maximum delay of the first retry, which doubles with each further one (ms). */
const firstDelayMs = 500;
const maxDelayMs = 30_000;

interface RetryOptions {
  maxAttempts: number;
  /** Timeout of all attempts together (ms). */
  timeoutMs: number;
  /** Whether a request that may have been carried out can be repeated. */
  isRepeatable: boolean;
  signal?: AbortSignal | undefined;
}

/** Errors of requests whose attempts are used up, which an outer request does not repeat again. */
const exhausted = new WeakSet<Error>();

/** Repeats an attempt until it succeeds or fails for good. Each attempt receives the remaining time (ms). */
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
      if (isLast || signal?.aborted || !mayRetry(error, isRepeatable)) {
        if (attempt >= maxAttempts && error instanceof Error) exhausted.add(error);
        throw error;
      }
      await pause(delayMs, signal);
      signal?.throwIfAborted();
    }
  }
}

/** Tells whether the same request may succeed later. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof UnexpectedAnswer) return false;
  if (!isProblem(error)) return error instanceof TrellisConnectionError;
  const { status, code, remedy } = error;
  if (status === 429 || code === 'idempotency_key_in_use') return true;
  // Proxies send no problem code. For its own problems, Trellis says whether to retry.
  return [502, 503, 504].includes(status) && (code === 'unknown' || remedy === 'retry');
}

/** A request refused with 429 was not carried out, so it can always be repeated. */
const mayRetry = (error: unknown, isRepeatable: boolean): boolean =>
  isTemporary(error) &&
  !exhausted.has(error as Error) &&
  (isRepeatable || (isProblem(error) && error.status === 429));

/**
 * Returns the delay after a number of attempts (ms): exponential backoff with full jitter, so that clients that failed
 * together do not retry together, in addition to `Retry-After`.
 */
export function retryDelayMs(error: unknown, attempts: number, random = Math.random()): number {
  const longestMs = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(attempts - 1, 10));
  return ((isProblem(error) && error.retryAfterMs) || 0) + random * longestMs;
}

/** Waits for a time, or until the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
