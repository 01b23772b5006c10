import {
  Misconfigured,
  Rejected,
  parseRetryAfterMs,
  Unauthorized,
  Unavailable,
  type ConnectorContext,
  type HttpAnswer,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { apiOf, type Client, type Instance } from './configuration.js';
import { elements } from './tolerant.js';

export type Context = ConnectorContext<Instance, Client>;

/** Something the end user has not granted, or does not own. */
export class NotGranted extends Unauthorized {}

/** A request that the API understands and does not take: by the number of its error. */
export class Refused extends Unavailable {
  readonly code: number | undefined;

  constructor(code: number | undefined) {
    super(`Netatmo refuses the request${code === undefined ? '' : ` (error ${code})`}.`);
    this.code = code;
  }
}

/** So long a user or an app is left alone whose requests are used up (ms). */
const usagePause = 10 * 60_000;

/** So long when Netatmo only was busy with another request of the same user (ms). */
const shortPause = 60_000;

/** Numbers of the errors of the API (dev.netatmo.com, "Errors"). */
export const errors = {
  tokens: [1, 2, 3, 23],
  applications: [5, 22],
  noDevice: 9,
  busy: 11,
  forbidden: 13,
  usedUp: 26,
  unreachable: [6, 41],
};

const failure = z.looseObject({ error: z.looseObject({ code: z.number().int() }) });

/** Reads from the API: `GET` with a query; answers the `body` of what comes. */
export async function read<Body>(
  context: Context,
  what: { path: string; parameters?: Record<string, string> },
  body: z.ZodType<Body>,
): Promise<Body> {
  const query = new URLSearchParams(what.parameters).toString();
  const answer = await context.http({
    url: `${apiOf(context.instance)}/${what.path}${query && `?${query}`}`,
    headers: { authorization: `Bearer ${await context.accessToken()}` },
    accept: refusals,
  });
  refuse(answer);
  const { success, data } = z.looseObject({ body }).safeParse(answer.json());
  if (!success) throw new Unavailable('The API answers with something unexpected.');
  return data.body as Body;
}

/**
 * Has the API do something: `POST` with a form, or with JSON where the operation takes that. What it
 * does not take is `Rejected`; a device that is out of reach is `Unavailable`.
 */
export async function command(
  context: Context,
  { path, form, json }: { path: string; form?: Record<string, string>; json?: unknown },
): Promise<void> {
  const answer = await context.http({
    url: `${apiOf(context.instance)}/${path}`,
    method: 'POST',
    headers: {
      authorization: `Bearer ${await context.accessToken()}`,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : { json }),
    accept: refusals,
  });
  try {
    refuse(answer);
  } catch (error) {
    if (error instanceof NotGranted) {
      throw new Rejected('The end user has not granted that it may be set.');
    }
    if (!(error instanceof Refused)) throw error;
    if (isUnreachable(error.code)) throw new Unavailable('Netatmo cannot reach the device.');
    throw new Rejected(error.message);
  }
  refuseUndone(answer.json());
}

/** Statuses with which an error of the API comes; 401 and 5xx speak for themselves. */
const refusals = [400, 403, 404, 406, 409, 429];

function refuse(answer: HttpAnswer): void {
  const { status, headers } = answer;
  if (status < 400) return;
  const code = codeOf(answer);
  if (status === 429 || code === errors.usedUp || code === errors.busy) {
    const pause = code === errors.busy ? shortPause : usagePause;
    const retryAfterMs = parseRetryAfterMs(headers['retry-after']) ?? pause;
    throw new Unavailable('The requests that Netatmo allows are used up.', { retryAfterMs });
  }
  if (code === undefined) throw new Refused(undefined);
  if (errors.tokens.includes(code)) throw new Unauthorized('Netatmo refuses the access token.');
  if (errors.applications.includes(code)) {
    throw new Misconfigured('Netatmo does not know the app, or has deactivated it.');
  }
  if (code === errors.forbidden) {
    throw new NotGranted('The end user has not granted what is asked for.');
  }
  throw new Refused(code);
}

/** The number of the error; undefined when something else than the API answers, such as a proxy. */
function codeOf(answer: HttpAnswer): number | undefined {
  try {
    return failure.safeParse(answer.json()).data?.error.code;
  } catch {
    return undefined;
  }
}

const done = z.looseObject({
  status: z.literal('ok'),
  body: z.looseObject({ errors: elements }).optional().catch(undefined),
});

/** `setstate` answers 200 although a device has not taken it: its error is in the body then. */
function refuseUndone(answer: unknown): void {
  const { success, data } = done.safeParse(answer);
  if (!success) throw new Unavailable('The API answers with something unexpected.');
  const [first] = data.body?.errors ?? [];
  if (first === undefined) return;
  const code = z.looseObject({ code: z.number().int() }).safeParse(first).data?.code;
  if (isUnreachable(code)) throw new Unavailable('Netatmo cannot reach the device.');
  throw new Rejected('The device does not take it.');
}

const isUnreachable = (code: number | undefined) =>
  code !== undefined && errors.unreachable.includes(code);
