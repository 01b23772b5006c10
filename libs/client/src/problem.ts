import type { components, ProblemCode } from './generated/openapi.js';

type ProblemDocument = components['schemas']['Problem'];

/** An error response (RFC 9457). */
export class TrellisProblem extends Error {
  override readonly name = 'TrellisProblem';
  readonly status: number;
  /** Code of the problem; `unknown` if a proxy responded. More codes may be added. */
  readonly code: ProblemCode | 'unknown' | (string & {});
  /** Address of the documentation of the code. */
  readonly type: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  /** Errors in the input, by JSON Pointer. */
  readonly errors: { pointer: string; detail: string }[];
  /** Id of the request, as in the logs of Trellis. */
  readonly requestId: string | undefined;
  /** The way for the caller to resolve it. */
  readonly remedy: ProblemDocument['remedy'];
  /** Details of the failure of a remote technology: its cause, the address that failed and so on. */
  readonly failure: ProblemDocument['failure'];
  /** The fault of the access token. */
  readonly reason: ProblemDocument['reason'];
  /** The quota that is used up. */
  readonly quota: ProblemDocument['quota'];
  /** The existing resource that conflicts with the request. */
  readonly existing: ProblemDocument['existing'];
  /** The ids of the units along a refused cycle. */
  readonly cycle: string[] | undefined;
  /** Delay of `Retry-After` (ms). */
  readonly retryAfterMs: number | undefined;

  constructor(
    { status, headers }: Pick<Response, 'status' | 'headers'>,
    document: Partial<ProblemDocument> = {},
  ) {
    const code = document.type?.split('#').at(-1) ?? 'unknown';
    super(`${status} ${code}${document.detail ? `: ${document.detail}` : ''}`);
    this.status = status;
    this.code = code;
    this.type = document.type;
    this.title = document.title;
    this.detail = document.detail;
    this.errors = document.errors ?? [];
    this.requestId = document.instance ?? headers.get('x-request-id') ?? undefined;
    this.remedy = document.remedy;
    this.failure = document.failure;
    this.reason = document.reason;
    this.quota = document.quota;
    this.existing = document.existing;
    this.cycle = document.cycle;
    this.retryAfterMs = readRetryAfter(headers.get('retry-after'));
  }
}

/** A missing or incomplete response. The request may or may not have been carried out. */
export class TrellisConnectionError extends Error {
  override readonly name = 'TrellisConnectionError';
}

/** A response that is not from Trellis, but from a proxy or another server. It is not retried. */
export class UnexpectedAnswer extends TrellisConnectionError {}

/** Tells whether an error is a {@link TrellisProblem}, optionally with a given code. */
export const isProblem = (error: unknown, code?: ProblemCode): error is TrellisProblem =>
  error instanceof TrellisProblem && (code === undefined || error.code === code);

/** Reads the problem of an error response. Bodies that are not JSON come from proxies, and are discarded. */
export async function readProblem(response: Response): Promise<TrellisProblem> {
  if (isJson(response)) {
    const document = (await response.json().catch(() => undefined)) as ProblemDocument | undefined;
    return new TrellisProblem(response, document ?? {});
  }
  await response.body?.cancel();
  return new TrellisProblem(response);
}

export const isJson = ({ headers }: Pick<Response, 'headers'>): boolean =>
  /^application\/([\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '');

/** Tells whether a response has no body. */
const isEmpty = ({ status, headers }: Response): boolean =>
  status === 204 || headers.get('content-length') === '0' || !headers.has('content-type');

/** Returns a response that is JSON or empty; throws `UnexpectedAnswer` for others, such as a page of a proxy. */
export async function requireJson(request: Request, response: Response): Promise<Response> {
  if (!response.ok || isJson(response) || isEmpty(response)) return response;
  await response.body?.cancel();
  const type = response.headers.get('content-type');
  throw new UnexpectedAnswer(`${withoutQuery(request)} responded with ${type} instead of JSON`);
}

/** Returns a response that is an event stream; throws `UnexpectedAnswer` for others, such as a page of a proxy. */
export async function requireEventStream(response: Response): Promise<Response> {
  const type = response.headers.get('content-type');
  if (/^text\/event-stream\s*(;|$)/i.test(type ?? '')) return response;
  await response.body?.cancel();
  const what = type ?? 'no content type';
  throw new UnexpectedAnswer(`${withoutQuery(response)} responded with ${what} instead of events`);
}

/**
 * Throws `UnexpectedAnswer` for a redirect other than the 303 of a creation. Browsers hide status and target, so there any
 * redirect of a POST is accepted.
 */
export function refuseRedirect(request: Request, { type, status, headers }: Response): void {
  const isOpaque = type === 'opaqueredirect';
  if (!isOpaque && (status < 300 || status === 304)) return;
  if (request.method === 'POST' && (isOpaque || status === 303)) return;
  const location = headers.get('location');
  const target = location === null ? '' : ` to ${location}`;
  throw new UnexpectedAnswer(`${withoutQuery(request)} redirects${target}, which is not followed`);
}

const withoutQuery = ({ url }: Pick<Request, 'url'>): string => url.split('?')[0]!;

/** Parses seconds or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\d+$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
