import {
  isJson,
  readProblem,
  refuseRedirect,
  TrellisConnectionError,
  TrellisProblem,
  UnexpectedAnswer,
} from './problem.js';

/** Answers without a body, which a `Response` must not be given. */
const withoutBody = [204, 205, 304];

/**
 * Sends a request once. An answer that is JSON is read to its end within the time; others, such as streams, have to
 * begin within it. Throws a problem for an answer that is an error, and `TrellisConnectionError` where there is none, or
 * only a redirect.
 */
export async function fetchOnce(
  request: Request,
  { timeoutMs }: { timeoutMs: number },
): Promise<Response> {
  const { signal } = request;
  const attempt = new AbortController();
  const timer = setTimeout(() => attempt.abort(), timeoutMs);
  try {
    const both = AbortSignal.any([signal, attempt.signal]);
    // Redirects are for browsers of end users, and would take the access token along.
    const response = await fetch(request, { redirect: 'manual', signal: both });
    if (response.status >= 400) throw await readProblem(response);
    refuseRedirect(request, response);
    if (!isJson(response) || withoutBody.includes(response.status)) return response;
    const { status, statusText, headers } = response;
    return new Response(await response.arrayBuffer(), { status, statusText, headers });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof TrellisProblem || error instanceof UnexpectedAnswer) throw error;
    const reason = attempt.signal.aborted ? `within ${Math.round(timeoutMs)} ms` : '';
    const { origin } = new URL(request.url);
    throw new TrellisConnectionError(`No answer from ${origin} ${reason}`.trim(), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
