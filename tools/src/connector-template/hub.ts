import { Unavailable, type ConnectorContext, type HttpRequest } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { client, instance } from './configuration.js';
import { lamp, type Command, type Lamp } from './lamps.js';

export type Context = ConnectorContext<z.output<typeof instance>, z.output<typeof client>>;

export async function readLamps(context: Context): Promise<Lamp[]> {
  const answer = await request(context, { path: '/lamps' });
  const { data } = z.array(lamp).safeParse(answer.json());
  if (!data) throw new Unavailable('The hub answers with something unexpected.');
  return data;
}

/** One lamp; undefined when the hub does not have it any more. */
export async function readLamp(context: Context, id: string): Promise<Lamp | undefined> {
  const answer = await request(context, { path: pathOf(id), accept: [404] });
  if (answer.status === 404) return undefined;
  const { data } = lamp.safeParse(answer.json());
  if (!data) throw new Unavailable('The hub answers with something unexpected.');
  return data;
}

export async function changeLamp(context: Context, { id, change }: Command): Promise<void> {
  await request(context, { path: pathOf(id), method: 'PUT', json: change });
}

const pathOf = (id: string) => `/lamps/${encodeURIComponent(id)}`;

/** Throws `Unauthorized`, `Rejected` or `Unavailable` by the status of the response. */
const request = (
  { instance, client, http }: Context,
  { path, ...more }: Omit<HttpRequest, 'url'> & { path: string },
) =>
  http({
    ...more,
    url: new URL(path, client.url),
    headers: { 'application-key': instance.application_key },
  });
