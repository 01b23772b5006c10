import { Unavailable } from '../failure.js';
import { parseJson } from '../net/http.js';
import { throwFailure } from '../net/refused.js';
import type { Http, HttpAnswer } from '../net/request.js';
import { parseHttpUrl, shownAddress } from '../net/url.js';

/** An answer that a trial is given in place of sending the request. */
export interface PastedAnswer {
  /** The name of the request in the description; any request by default. */
  request?: string | undefined;
  /** The URL, or its path and query; any by default, but then it answers one request only. */
  url?: string | undefined;
  /** Default 200. */
  status?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** A text is the body itself; anything else is sent as JSON. */
  body?: unknown;
}

/** Answers requests with what was pasted, and sends nothing. Throws `Unavailable` for a request without an answer. */
export function createPastedHttp(answers: readonly PastedAnswer[]): Http {
  const left = [...answers];
  return async (request) => {
    const url = parseHttpUrl(request.url);
    const index = left.findIndex((one) => isFor(one, request.name, url));
    const pasted = left[index];
    if (!pasted) {
      const name = request.name === undefined ? '' : ` to the request ${request.name}`;
      throw new Unavailable(`No answer${name} was pasted.`, {
        sent: false,
        cause: 'not_pasted',
        address: shownAddress(url),
      });
    }
    if (pasted.url === undefined) left.splice(index, 1);
    const answer = answerOf(pasted, url);
    throwFailure(answer, request, url);
    return answer;
  };
}

const isFor = (pasted: PastedAnswer, name: string | undefined, url: URL): boolean =>
  (pasted.request ?? name) === name &&
  (pasted.url === undefined || [url.href, url.pathname + url.search].includes(pasted.url));

function answerOf({ status = 200, headers = {}, body }: PastedAnswer, url: URL): HttpAnswer {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const answer = { status, headers: Object.fromEntries(lower) as Record<string, string>, text };
  return Object.assign(answer, {
    address: shownAddress(url),
    json: () => parseJson(text, url, answer),
  });
}
