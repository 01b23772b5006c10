import {
  Rejected,
  Unavailable,
  openEventStream,
  pinOnFirstUse,
  setIfAbsent,
  type ConnectorContext,
  type EventStream,
  type HttpAnswer,
  type HttpRequest,
  parseAnswer,
  Unauthorized,
} from '@trellis/connector-sdk';
import pMap from 'p-map';
import { z } from 'zod';
import { maxResources, pointers, resource, type Resource, type Update } from './resource.js';
import { sceneTypes } from './scenes.js';
import { isAbilityService } from './services.js';
import type { Client, Instance } from './configuration.js';

interface Contents {
  resources: Resource[];
  malformed: number;
}

export const readContents = (context: Context): Promise<Contents> =>
  readAll(context, { path: '/clip/v2/resource' });

export const readResources = async (context: Context): Promise<Resource[]> =>
  (await readContents(context)).resources;

/** The most services that are read one by one; for more, everything is read in one request. */
const maxServices = 8;
const maxConcurrentReads = 4;

/** Reads a device, room or zone with its services, and the scenes of a room or zone; empty when it is gone. */
export async function readResourcesOf(
  context: Context,
  { type, id }: { type: string; id: string },
): Promise<Resource[]> {
  const [owner] = await readResource(context, { type, id });
  if (!owner) return [];
  const services = pointers.parse(owner.services).filter(({ rtype }) => isAbilityService(rtype));
  if (services.length > maxServices) return readResources(context);
  const found = await pMap(
    services,
    ({ rtype, rid }) => readResource(context, { type: rtype, id: rid }),
    { concurrency: maxConcurrentReads },
  );
  const scenes: Resource[] = [];
  for (const sceneType of type === 'device' ? [] : sceneTypes) {
    scenes.push(...(await read(context, { path: `/clip/v2/resource/${sceneType}` })));
  }
  return [owner, ...found.flat(), ...scenes];
}

export async function update(context: Context, { body, ...target }: Update): Promise<void> {
  const { errors } = await request(
    context,
    { path: pathOf(target), method: 'PUT', json: body },
    z.looseObject({ errors: z.array(z.unknown()).default([]) }),
  );
  if (errors.length > 0) throw new Rejected('The bridge refuses the value.');
}

/** Reads a resource; empty when it is gone, for which the bridge answers 404. */
const readResource = (context: Context, target: { type: string; id: string }) =>
  read(context, { path: pathOf(target), accept: [404] });

const read = async (context: Context, get: BridgeRequest): Promise<Resource[]> =>
  (await readAll(context, get)).resources;

async function readAll(context: Context, get: BridgeRequest): Promise<Contents> {
  const { data } = await request(context, get, z.looseObject({ data: z.array(z.unknown()) }));
  if (data.length > maxResources) {
    throw new Unavailable('The bridge has more resources than it can have.', {
      cause: 'too_much_to_read',
    });
  }
  const resources = data.flatMap((given) => resource.safeParse(given).data ?? []);
  return { resources, malformed: data.length - resources.length };
}

async function request<Response>(
  context: Context,
  bridgeRequest: BridgeRequest,
  schema: z.ZodType<Response>,
): Promise<Response> {
  const headers = { 'hue-application-key': await applicationKey(context) };
  return parseAnswer(await send(context, { ...bridgeRequest, headers }), schema);
}

const pathOf = ({ type, id }: { type: string; id: string }) =>
  `/clip/v2/resource/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;

export type Context = ConnectorContext<Instance, Client>;

type BridgeRequest = Omit<HttpRequest, 'url' | 'tls'> & { path: string };

/** The largest response; a bridge with all possible devices stays well below. */
const maxBytes = 8 * 1024 * 1024;

/** The longest event (characters); recalling a scene may put every light of a large house in one. */
const maxEventLength = 1024 * 1024;

/** Sends a request to the bridge, whose first certificate is trusted: it is self-signed. */
async function send(
  { http, client, memory }: Context,
  { path, ...request }: BridgeRequest,
): Promise<HttpAnswer> {
  return http({
    ...request,
    url: `https://${client.host}${path}`,
    tls: tlsOf(memory),
    maxBytes,
  });
}

/** Opens the stream of changes (API guide, "Events"). */
export const openChanges = (
  context: Context,
  { key, idleTimeoutMs }: { key: string; idleTimeoutMs: number },
): Promise<EventStream> =>
  openEventStream(context, {
    url: `https://${context.client.host}/eventstream/clip/v2`,
    headers: { 'hue-application-key': key },
    tls: tlsOf(context.memory),
    maxEventLength,
    idleTimeoutMs,
  });

const tlsOf = (memory: Context['memory']) => ({ pin: pinOnFirstUse(memory, 'bridge') });

/** Returns the key of the configuration, or the one that the bridge issued; requests one if there is none. */
async function applicationKey(context: Context): Promise<string> {
  return (
    (await knownKey(context)) ?? setIfAbsent(context.memory, 'application_key', await pair(context))
  );
}

/** Returns the key without requesting one: only polls wait for the link button. */
export async function requireKey(context: Context): Promise<string> {
  const known = await knownKey(context);
  if (known === undefined)
    throw new Unauthorized('The bridge has not issued a key yet.', { cause: 'pairing_needed' });
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
  const [first] = outcomes.safeParse(response.json()).data ?? [];
  if (first?.success) return first.success.username;
  if (first?.error?.type === buttonNotPressed) {
    throw new Unauthorized('Press the link button of the bridge; the next poll then gets a key.', {
      cause: 'pairing_needed',
    });
  }
  throw new Unavailable('The bridge did not issue an application key.', {
    cause: 'refused_by_server',
    address: response.address,
  });
}
