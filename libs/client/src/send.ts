import type { TokenSource } from './access-token.js';
import { fetchOnce } from './fetch-once.js';
import { isProblem, TrellisConnectionError } from './problem.js';
import { pause, withRetries } from './retry.js';

/** Timeout of an attempt (ms). Waiting requests (`Prefer: wait`, the change feed) respond within it, too. */
export const attemptTimeoutMs = 40_000;

/** Maximum delay of a timer (ms). Longer ones fire at once. */
const maxTimerMs = 2 ** 31 - 1;

export interface SendOptions {
  /** Timeout of the request with all its attempts (ms). */
  timeoutMs: number;
  maxAttempts: number;
}

/** The parts of every request. */
interface SentAlways {
  subject?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** Sends a request with an access token, and retries it where that is safe. */
export type Send = (
  request: Request,
  options: { [Name in keyof SendOptions]?: SendOptions[Name] | undefined },
) => Promise<Response>;

export const createSend =
  (token: TokenSource, { subject, headers: own = {} }: SentAlways, defaults: SendOptions): Send =>
  async (request, options) => {
    const { signal } = request;
    // A body other than JSON may be a stream of any length, which can be sent only once.
    const isBuffered = isJsonOrEmpty(request);
    const maxAttempts = isBuffered ? (options.maxAttempts ?? defaults.maxAttempts) : 1;
    const timeoutMs = options.timeoutMs ?? defaults.timeoutMs;
    // With an explicit timeout, or a single attempt, an attempt may take all of the time.
    const hasFullTime = options.timeoutMs !== undefined || maxAttempts === 1;
    const longestMs = hasFullTime ? maxTimerMs : attemptTimeoutMs;
    const mayHaveBody = isBuffered && !['GET', 'HEAD'].includes(request.method);
    const body = mayHaveBody ? await request.arrayBuffer() : undefined;
    const withToken = (accessToken: string) => {
      const headers = new Headers(request.headers);
      for (const [name, value] of Object.entries(own)) headers.set(name, value);
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
        if (!isBuffered || !isProblem(error, 'invalid_token')) throw error;
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

/** Encodes text as UTF-8, with one character per byte as `fetch` expects. */
const toHeader = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

/** Decides by the media type, since not every browser exposes the body of a `Request`. */
const isJsonOrEmpty = ({ headers }: Request): boolean =>
  /\bjson$/.test(headers.get('content-type')?.split(';')[0] ?? 'json');

/**
 * Tells whether a request can be repeated after it was carried out: it is idempotent or has an idempotency key. A
 * condition such as `If-Match` would fail the second time.
 */
function isRepeatable({ method, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  if (method === 'POST') return headers.has('idempotency-key');
  return !headers.has('if-match') && !headers.has('if-none-match');
}

/** Waits for an access token, up to a timeout or until the signal is aborted. */
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
