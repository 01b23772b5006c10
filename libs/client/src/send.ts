import type { TokenSource } from './access-token.js';
import { fetchOnce } from './fetch-once.js';
import { pause } from './pause.js';
import { isProblem, TrellisConnectionError } from './problem.js';
import { withRetries } from './retry.js';

/** A request that waits (`Prefer: wait`, the change feed) is answered within this time, too (ms). */
export const attemptTimeoutMs = 40_000;

/** The longest that a timer can wait (ms); beyond that it fires at once. */
const maxTimerMs = 2 ** 31 - 1;

export interface SendOptions {
  /** The longest time for the request with all its attempts (ms). */
  timeoutMs: number;
  maxAttempts: number;
}

/** Sends requests with an access token, and repeats those that fail where that is safe. */
export type Send = (request: Request, options: Partial<SendOptions>) => Promise<Response>;

export const createSend =
  (token: TokenSource, subject: string | undefined, defaults: SendOptions): Send =>
  async (request, options) => {
    const { signal } = request;
    // What is not JSON may be a stream of any length, which can be sent only once.
    const isKept = isJsonOrEmpty(request);
    const maxAttempts = isKept ? (options.maxAttempts ?? defaults.maxAttempts) : 1;
    const timeoutMs = options.timeoutMs ?? defaults.timeoutMs;
    // A call that says how long it may take, or is made once, may take all of that time.
    const mayTakeAll = options.timeoutMs !== undefined || maxAttempts === 1;
    const longestMs = mayTakeAll ? maxTimerMs : attemptTimeoutMs;
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
      const endsAt = performance.now() + leftMs;
      const timeLeft = (most: number) => Math.min(endsAt - performance.now(), most);
      const getToken = (rejected?: string) =>
        inTime(token(rejected === undefined ? {} : { rejected }), timeLeft(maxTimerMs), signal);
      const fetchWith = (accessToken: string) =>
        fetchOnce(withToken(accessToken), { timeoutMs: timeLeft(longestMs) });
      const accessToken = await getToken();
      try {
        return await fetchWith(accessToken);
      } catch (error) {
        if (!isKept || !isProblem(error, 'invalid_token')) throw error;
        const renewed = await getToken(accessToken);
        if (renewed === accessToken) throw error;
        return fetchWith(renewed);
      }
    };
    return withRetries(attempt, {
      maxAttempts,
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

/** Waits for an access token, for which others may wait, too: so long, or until the signal is aborted. */
async function inTime(
  token: string | Promise<string>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string> {
  const settled = new AbortController();
  const ended = pause(timeoutMs, AbortSignal.any([signal, settled.signal])).then(() => {
    signal.throwIfAborted();
    throw new TrellisConnectionError(`No access token within ${Math.round(timeoutMs)} ms`);
  });
  try {
    return await Promise.race([token, ended]);
  } finally {
    settled.abort();
  }
}
