import {
  isJson,
  readProblem,
  refuseRedirect,
  TrellisConnectionError,
  TrellisProblem,
  UnexpectedAnswer,
} from './problem.js';

/** Statuses without a body, for which `Response` does not accept one. */
const withoutBody = [204, 205, 304];

/**
 * Sends a request once. JSON has to be received completely within the timeout; other responses, such as streams, only have
 * to begin. Throws `TrellisProblem` for an error response, and `TrellisConnectionError` for a missing response or a
 * redirect.
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
    // Redirects are meant for browsers of end users, and would receive the access token.
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
    throw new TrellisConnectionError(`No response from ${origin} ${reason}`.trim(), {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}
