import {
  pinOnFirstUse,
  Rejected,
  Unauthorized,
  Unavailable,
  type ConnectorContext,
  type HttpRequest,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Client, Instance } from './configuration.js';

export type Context = ConnectorContext<Instance, Client>;

/** The largest answer: a bridge with all the devices that it can have stays well below (bytes). */
const largestAnswer = 8 * 1024 * 1024;

/** One resource of the CLIP API v2, of whatever type. */
export const resource = z.looseObject({ id: z.string().min(1).max(128), type: z.string() });
export type Resource = z.infer<typeof resource>;

const answer = z.looseObject({ data: z.array(z.unknown()) });

/** Everything that the bridge knows (`GET /clip/v2/resource`). */
export async function readResources(context: Context): Promise<Resource[]> {
  const { data } = answer.safeParse(await send(context, { path: '/clip/v2/resource' }));
  if (!data) throw new Unavailable('The bridge answers with something unexpected.');
  return data.data.flatMap((given) => resource.safeParse(given).data ?? []);
}

/** What is to be sent to one resource. */
export interface Update {
  type: string;
  id: string;
  body: Record<string, unknown>;
}

const outcome = z.looseObject({ errors: z.array(z.unknown()).default([]) });

export async function update(context: Context, { type, id, body }: Update): Promise<void> {
  const path = `/clip/v2/resource/${type}/${encodeURIComponent(id)}`;
  const answered = await send(context, { path, method: 'PUT', json: body });
  const { data } = outcome.safeParse(answered);
  if (!data) throw new Unavailable('The bridge answers with something unexpected.');
  if (data.errors.length > 0) throw new Rejected('The bridge refuses the value.');
}

async function send(
  context: Context,
  { path, ...request }: Omit<HttpRequest, 'url'> & { path: string },
): Promise<unknown> {
  const key = await applicationKey(context);
  const given = await context.http({
    ...request,
    ...reaching(context, path),
    headers: { 'hue-application-key': key },
  });
  return given.json();
}

/** The bridge shows a certificate of its own; the one that it shows at first is trusted. */
function reaching({ client: { host }, memory }: Context, path: string) {
  return {
    url: `https://${host}${path}`,
    tls: { pin: pinOnFirstUse(memory, 'The bridge') },
    limit: largestAnswer,
  };
}

/** The key of the configuration, or the one that the bridge gave when its button was pressed. */
async function applicationKey(context: Context): Promise<string> {
  const { client, memory } = context;
  const known = client.application_key ?? (await memory.get('application_key'));
  return known ?? memory.setIfAbsent('application_key', await pair(context));
}

const pairing = z.array(
  z.looseObject({
    success: z.looseObject({ username: z.string().min(1).max(256) }).optional(),
    error: z.looseObject({ type: z.number() }).optional(),
  }),
);

/** Error of the bridge while nobody has pressed its button (API reference, "Authentication"). */
const buttonNotPressed = 101;

/** Asks the bridge for a key, which it gives for half a minute after its button was pressed. */
async function pair(context: Context): Promise<string> {
  const devicetype = `${context.instance.application_name}#${context.clientId.slice(0, 8)}`;
  const given = await context.http({
    ...reaching(context, '/api'),
    method: 'POST',
    json: { devicetype, generateclientkey: true },
  });
  const [first] = pairing.safeParse(given.json()).data ?? [];
  if (first?.success) return first.success.username;
  if (first?.error?.type === buttonNotPressed) {
    throw new Unauthorized('Press the link button of the bridge; it is asked again meanwhile.');
  }
  throw new Unavailable('The bridge gives no key.');
}
