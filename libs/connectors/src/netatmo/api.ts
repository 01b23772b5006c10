import {
  DeviceUnavailable,
  Unavailable,
  type ConnectorContext,
  type HttpRequest,
  type FactsOf,
  Misconfigured,
  parseAnswer,
  parseRetryAfterMs,
  Rejected,
  Unauthorized,
  type HttpAnswer,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { apiUrlOf, type Client, type Instance } from './configuration.js';
import { elements } from './lenient.js';

export type Context = ConnectorContext<Instance, Client>;

/** A `POST` to an operation of the API, with a form or with JSON. */
export type Command =
  | { path: string; form: Record<string, string | number | undefined> }
  | { path: string; json: unknown };

export async function read<Body>(
  context: Context,
  { path, parameters }: { path: string; parameters?: Record<string, string> },
  body: z.ZodType<Body>,
): Promise<Body> {
  const query = new URLSearchParams(parameters).toString();
  const answer = await request(context, `${path}${query && `?${query}`}`);
  throwRefusal(answer);
  return parseAnswer(answer, z.looseObject({ body })).body as Body;
}

/** Sends a command. Throws `Rejected` when it is refused, and `DeviceUnavailable` when the device is out of reach. */
export async function send(context: Context, { path, ...content }: Command): Promise<void> {
  const body =
    'json' in content
      ? content
      : {
          body: formOf(content.form),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        };
  const answer = await request(context, path, { method: 'POST', ...body });
  throwCommandRefusal(answer);
}

async function request(
  context: Context,
  path: string,
  { headers, ...rest }: Omit<HttpRequest, 'url'> = {},
) {
  return context.http({
    ...rest,
    url: `${apiUrlOf(context.instance)}/${path}`,
    headers: { ...headers, authorization: `Bearer ${await context.accessToken()}` },
    accept: refusalStatuses,
  });
}

const formOf = (members: Record<string, string | number | undefined>): string =>
  new URLSearchParams(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString();

/** The end user has not granted this, or does not own it. */
export class NotGranted extends Unauthorized {
  constructor(message: string, facts: FactsOf<'authorization_required'> = {}) {
    super(message, { cause: 'not_granted', ...facts });
  }
}

type Of = Pick<FactsOf<'unavailable'>, 'address' | 'status'>;

/** The API refuses a request for another reason. */
class RequestRefused extends Unavailable {
  readonly code: number | undefined;

  constructor(code: number | undefined, of: Of) {
    super(`Netatmo refuses the request${code === undefined ? '' : ` (error ${code})`}.`, {
      cause: 'refused_by_server',
      ...of,
    });
    this.code = code;
  }
}

/** The pause after a user or an app has reached the rate limit. */
const usagePauseMs = 10 * 60_000;

/** The pause when Netatmo is busy with another request of the same user. */
const busyPauseMs = 60_000;

/** Numbers of the errors of the API (dev.netatmo.com, "Errors"). */
const tokenErrors = [1, 2, 3, 23];
const appErrors = [5, 22];
const unreachableErrors = [6, 41];
const noDevice = 9;
const busy = 11;
const forbidden = 13;
const usedUp = 26;

/** Statuses of errors of the API; 401 and 5xx speak for themselves. */
const refusalStatuses = [400, 403, 404, 406, 409, 429];

function throwRefusal(answer: HttpAnswer): void {
  const { status, headers, address } = answer;
  if (status < 400) return;
  const of = { status, address };
  const code = codeOf(answer);
  if (status === 429 || code === usedUp || code === busy) {
    const pauseMs = code === busy ? busyPauseMs : usagePauseMs;
    const retryAfterMs = parseRetryAfterMs(headers['retry-after']) ?? pauseMs;
    throw new Unavailable('The requests that Netatmo allows are used up.', {
      cause: code === busy ? 'rate_limited' : 'vendor_quota',
      retryAfterMs,
      ...of,
    });
  }
  if (code === undefined) throw new RequestRefused(undefined, of);
  if (tokenErrors.includes(code)) {
    const cause = 'credentials_refused';
    throw new Unauthorized('Netatmo refuses the access token.', { cause, ...of });
  }
  if (appErrors.includes(code)) {
    throw new Misconfigured('Netatmo does not know the app, or has deactivated it.', {
      cause: 'app_refused',
      ...of,
    });
  }
  if (code === forbidden) {
    throw new NotGranted('The end user has not granted permission for this request.', of);
  }
  throw new RequestRefused(code, of);
}

/** Returns whether the API refuses because the user has no device at all. */
export const isNoDevice = (error: unknown): boolean =>
  error instanceof RequestRefused && error.code === noDevice;

/** Throws when the API, or a device, does not carry out a command. */
function throwCommandRefusal(answer: HttpAnswer): void {
  try {
    throwRefusal(answer);
  } catch (error) {
    if (error instanceof NotGranted) {
      throw new Rejected('The end user has not granted permission to control the heating.');
    }
    if (!(error instanceof RequestRefused)) throw error;
    throwIfUnreachable(error.code);
    throw new Rejected(error.message);
  }
  throwDeviceRefusal(answer);
}

const commandResult = z.looseObject({
  status: z.literal('ok'),
  body: z.looseObject({ errors: elements }).optional().catch(undefined),
});

/** Throws when a device refuses a command: `setstate` then answers 200 with the error in the body. */
function throwDeviceRefusal(answer: HttpAnswer): void {
  const [first] = parseAnswer(answer, commandResult).body?.errors ?? [];
  if (first === undefined) return;
  throwIfUnreachable(errorBody.safeParse(first).data?.code);
  throw new Rejected('The device does not accept this.');
}

function throwIfUnreachable(code: number | undefined): void {
  if (code !== undefined && unreachableErrors.includes(code)) {
    throw new DeviceUnavailable('Netatmo cannot reach the device.');
  }
}

const errorBody = z.looseObject({ code: z.number().int() });

/** Returns the number of the error; undefined when something else answers, such as a proxy. */
function codeOf(answer: HttpAnswer): number | undefined {
  try {
    return z.looseObject({ error: errorBody }).safeParse(answer.json()).data?.error.code;
  } catch {
    return undefined;
  }
}
