import type { TokenSource } from './access-token.js';
import { fetchOnce } from './fetch-once.js';
import { isProblem } from './problem.js';
import { withRetries } from './retry.js';

/** A request that waits (`Prefer: wait`, the change feed) is answered within this time, too (ms). */
const attemptTimeoutMs = 40_000;

export interface SendOptions {
  /** The longest time for the request with all its attempts (ms). */
  timeoutMs: number;
  maxAttempts: number;
}

/** Sends requests with an access token, and repeats those that fail where that is safe. */
export type Send = (request: Request, options: SendOptions) => Promise<Response>;

export const createSend =
  (token: TokenSource, subject: string | undefined): Send =>
  async (request, { timeoutMs, maxAttempts }) => {
    const { signal } = request;
    // What is not JSON may be a stream of any length, which can be sent only once.
    const isKept = isJsonOrEmpty(request);
    const mayHaveBody = isKept && !['GET', 'HEAD'].includes(request.method);
    const body = mayHaveBody ? await request.arrayBuffer() : undefined;
    const withToken = (accessToken: string) => {
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${accessToken}`);
      if (subject !== undefined && !headers.has(subjectHeader)) {
        headers.set(subjectHeader, toHeader(subject));
      }
      return new Request(request, { headers, ...(body?.byteLength && { body }) });
    };
    const attempt = async (leftMs: number): Promise<Response> => {
      const limit = { timeoutMs: Math.min(leftMs, attemptTimeoutMs) };
      const accessToken = await orAborted(token({}), signal);
      try {
        return await fetchOnce(withToken(accessToken), limit);
      } catch (error) {
        if (!isKept || !isProblem(error, 'invalid_token')) throw error;
        const renewed = await orAborted(token({ rejected: accessToken }), signal);
        if (renewed === accessToken) throw error;
        return fetchOnce(withToken(renewed), limit);
      }
    };
    return withRetries(attempt, {
      maxAttempts: isKept ? maxAttempts : 1,
      timeoutMs,
      isRepeatable: isRepeatable(request),
      signal,
    });
  };

const subjectHeader = 'x-external-subject-id';

/** Text as UTF-8, of which `fetch` takes the bytes as characters. */
const toHeader = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** By the media type: not every browser shows the body of a `Request`. */
const isJsonOrEmpty = ({ headers }: Request): boolean =>
  /\bjson$/.test(headers.get('content-type')?.split(';')[0] ?? 'json');

/**
 * Whether a request that was carried out can be sent again: with a key, or when it does the same again. A condition
 * would not hold any more.
 */
function isRepeatable({ method, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  if (method === 'POST') return headers.has('idempotency-key');
  return !headers.has('if-match') && !headers.has('if-none-match');
}

/** Waits for what others may wait for, too, until the signal is aborted. */
async function orAborted<T>(value: T | Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop!: () => void;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
