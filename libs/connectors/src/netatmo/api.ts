import { Rejected, Unauthorized, Unavailable, type ConnectorContext } from '@trellis/connector-sdk';
import { z } from 'zod';
import { apiOf, type Client, type Instance } from './configuration.js';

export type Context = ConnectorContext<Instance, Client>;

const failure = z.looseObject({ error: z.looseObject({ code: z.number() }) });

/** Error codes of the API (dev.netatmo.com, "Errors"). */
const invalidToken = new Set([1, 2, 3]);
const usageReached = 26;

/** How long a user whose requests are used up is left alone (ms). */
const usagePause = 10 * 60_000;

/** Something the end user has not granted, or does not own. */
export class NotGranted extends Unauthorized {}

/**
 * Asks the API. A token that is not good any more is `Unauthorized`; requests that are used up are
 * `Unavailable` for a while. Parameters go as a query, or with `POST` as a form.
 */
export async function ask<Body>(
  context: Context,
  method: 'GET' | 'POST',
  path: string,
  parameters: Record<string, string>,
  body: z.ZodType<Body>,
): Promise<Body> {
  const form = new URLSearchParams(parameters).toString();
  const isPost = method === 'POST';
  const answer = await context.http({
    url: `${apiOf(context.instance)}/${path}${isPost || form === '' ? '' : `?${form}`}`,
    method,
    headers: {
      authorization: `Bearer ${await context.accessToken()}`,
      ...(isPost && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(isPost && { body: form }),
    accept: [400, 403],
  });
  if (answer.status >= 400) throw refusal(answer.json(), isPost);
  const { data } = z.looseObject({ body }).safeParse(answer.json());
  if (!data) throw new Unavailable('The API answers with something unexpected.');
  return data.body as Body;
}

function refusal(answer: unknown, isPost: boolean): Error {
  const code = failure.safeParse(answer).data?.error.code;
  if (code === usageReached) {
    const detail = 'The requests that Netatmo allows the user are used up.';
    return new Unavailable(detail, { retryAfter: usagePause });
  }
  if (code !== undefined && invalidToken.has(code)) {
    return new Unauthorized('Netatmo does not take the access token.');
  }
  if (isPost) return new Rejected('Netatmo refuses the request.');
  return new NotGranted('The end user has not granted what is asked for.');
}
