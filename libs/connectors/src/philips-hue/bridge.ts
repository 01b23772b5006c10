import { Rejected, Unavailable } from '@trellis/connector-sdk';
import pMap from 'p-map';
import { z } from 'zod';
import { applicationKey } from './pairing.js';
import { maxResources, pointers, resource, type Resource, type Update } from './resource.js';
import { sceneTypes } from './scenes.js';
import { isAbilityService } from './services.js';
import { send, type BridgeRequest, type Context } from './transport.js';

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

/**
 * Reads what `devicesOf` needs for a single device, room or zone: the resource and its services, and the scenes of a
 * room or zone. Empty when it is gone.
 */
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

/** Changes a resource. Throws `Rejected` when the bridge refuses the change. */
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
    throw new Unavailable('The bridge has more resources than it can have.');
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
  const { success, data } = schema.safeParse(await send(context, { ...bridgeRequest, headers }));
  if (!success) throw new Unavailable('The bridge sends an unexpected response.');
  return data;
}

const pathOf = ({ type, id }: { type: string; id: string }) =>
  `/clip/v2/resource/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;
