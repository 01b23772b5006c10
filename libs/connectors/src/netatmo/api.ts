import { Unavailable, type ConnectorContext, type HttpRequest } from '@trellis/connector-sdk';
import { z } from 'zod';
import { apiUrlOf, type Client, type Instance } from './configuration.js';
import { refusalStatuses, throwCommandRefusal, throwRefusal } from './refusals.js';

export type Context = ConnectorContext<Instance, Client>;

/** A `POST` to an operation of the API, with a form or with JSON. */
export type Command =
  | { path: string; form: Record<string, string | number | undefined> }
  | { path: string; json: unknown };

/** Reads from the API; returns the `body` of the response. */
export async function read<Body>(
  context: Context,
  { path, parameters }: { path: string; parameters?: Record<string, string> },
  body: z.ZodType<Body>,
): Promise<Body> {
  const query = new URLSearchParams(parameters).toString();
  const answer = await request(context, `${path}${query && `?${query}`}`);
  throwRefusal(answer);
  const { success, data } = z.looseObject({ body }).safeParse(answer.json());
  if (!success) throw new Unavailable('The API sends an unexpected response.');
  return data.body as Body;
}

/**
 * Sends a command to the API. Throws `Rejected` when it is refused, and `Unavailable` when the device is out of
 * reach.
 */
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

/** Encodes a form, without the members that are undefined. */
const formOf = (members: Record<string, string | number | undefined>): string =>
  new URLSearchParams(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString();
