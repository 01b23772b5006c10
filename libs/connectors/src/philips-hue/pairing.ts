import { Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { z } from 'zod';
import { send, type Context } from './transport.js';

/** Returns the key of the configuration, or the one that the bridge issued; requests one if there is none. */
export async function applicationKey(context: Context): Promise<string> {
  return (
    (await knownKey(context)) ?? context.memory.setIfAbsent('application_key', await pair(context))
  );
}

/** Returns the key without requesting one: only polls wait for the link button. */
export async function requireKey(context: Context): Promise<string> {
  const known = await knownKey(context);
  if (known === undefined) throw new Unauthorized('The bridge has not issued a key yet.');
  return known;
}

const knownKey = async ({ client, memory }: Context): Promise<string | undefined> =>
  client.application_key ?? memory.get('application_key');

const outcomes = z.array(
  z.looseObject({
    success: z.looseObject({ username: z.string().min(1).max(256) }).optional(),
    error: z.looseObject({ type: z.number() }).optional(),
  }),
);

/** The error of the bridge until its button is pressed (API reference, "Authentication"). */
const buttonNotPressed = 101;

/** Requests a key, which the bridge issues for half a minute after its button was pressed. */
async function pair(context: Context): Promise<string> {
  const devicetype = `${context.instance.application_name}#${context.clientId.slice(0, 8)}`;
  const response = await send(context, {
    path: '/api',
    method: 'POST',
    json: { devicetype, generateclientkey: true },
  });
  const [first] = outcomes.safeParse(response).data ?? [];
  if (first?.success) return first.success.username;
  if (first?.error?.type === buttonNotPressed) {
    throw new Unauthorized('Press the link button of the bridge; the next poll then gets a key.');
  }
  throw new Unavailable('The bridge did not issue an application key.');
}
