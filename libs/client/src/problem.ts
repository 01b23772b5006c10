import type { components, ProblemCode } from './generated/openapi.js';

type ProblemDocument = components['schemas']['Problem'];

/** An answer that is an error (RFC 9457). */
export class TrellisProblem extends Error {
  override readonly name = 'TrellisProblem';
  readonly status: number;
  /** What it is. `unknown` where a proxy answered; other codes may be added. */
  readonly code: ProblemCode | 'unknown' | (string & {});
  /** Address of an explanation of the code. */
  readonly type: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  /** What is wrong with the input, by JSON Pointer. */
  readonly errors: { pointer: string; detail: string }[];
  /** Also in the logs of Trellis. */
  readonly requestId: string | undefined;
  /** What the caller can do. */
  readonly remedy: ProblemDocument['remedy'];
  /** The quota that has no room. */
  readonly quota: ProblemDocument['quota'];
  /** The resource that is in the way. */
  readonly existing: ProblemDocument['existing'];
  /** The ids of the units along a refused cycle. */
  readonly cycle: string[] | undefined;
  /** What `Retry-After` asks for (ms). */
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
    this.quota = document.quota;
    this.existing = document.existing;
    this.cycle = document.cycle;
    this.retryAfterMs = readRetryAfter(headers.get('retry-after'));
  }
}

/** No answer of Trellis came, or only a part of one. Whether the request was carried out is unknown. */
export class TrellisConnectionError extends Error {
  override readonly name = 'TrellisConnectionError';
}

/** What answered is not Trellis, but a proxy or anything else at a wrong address. It is not asked again. */
export class UnexpectedAnswer extends TrellisConnectionError {}

/** Whether an error is a problem, and of this code if one is given. */
export const isProblem = (error: unknown, code?: ProblemCode): error is TrellisProblem =>
  error instanceof TrellisProblem && (code === undefined || error.code === code);

/** The problem that an answer is. What a proxy sends in its place is not read. */
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

/** Whether there is nothing to read in an answer: what is empty has no type. */
const isEmpty = ({ status, headers }: Response): boolean =>
  status === 204 || headers.get('content-length') === '0' || !headers.has('content-type');

/** Passes an answer on that is JSON, or empty; throws `UnexpectedAnswer` for a page, such as that of a proxy. */
export async function requireJson(request: Request, response: Response): Promise<Response> {
  if (!response.ok || isJson(response) || isEmpty(response)) return response;
  await response.body?.cancel();
  const type = response.headers.get('content-type');
  throw new UnexpectedAnswer(`${withoutQuery(request)} answers ${type} in place of JSON`);
}

/** Passes a stream of events on; throws `UnexpectedAnswer` for anything else, such as the page of a proxy. */
export async function requireEventStream(response: Response): Promise<Response> {
  const type = response.headers.get('content-type');
  if (/^text\/event-stream\s*(;|$)/i.test(type ?? '')) return response;
  await response.body?.cancel();
  const what = type ?? 'without a content type';
  throw new UnexpectedAnswer(`${withoutQuery(response)} answers ${what} in place of events`);
}

/**
 * Throws `UnexpectedAnswer` for a redirect, except for that of a creation (303). Browsers do not show where to and with
 * which status: there a POST may always be answered so.
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

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const milliseconds = /^\d+$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}
