import type { components, Trellis } from '@trellis/client';
import { findThing } from './ids.js';

export type Thing = components['schemas']['Thing'];
export type ThingValues = components['schemas']['ThingValues'];

export async function readThing(trellis: Trellis, given: string): Promise<Thing> {
  const id = await findThing(trellis, given);
  return (await trellis.get('/things/{id}', { path: { id } })).data;
}
