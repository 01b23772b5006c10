import type { components, Trellis } from '@trellis/client';
import { findUnit } from './ids.js';

export type Unit = components['schemas']['Unit'];

/** A unit as a list shows it. */
export type ListedUnit = components['schemas']['ListedUnit'];

/** The most children, and things, that a list counts of a unit. */
export const maxCounted = 100;

/** A unit that is given by its id or its name. */
export async function readUnit(trellis: Trellis, given: string): Promise<Unit> {
  const id = await findUnit(trellis, given);
  return (await trellis.get('/units/{id}', { path: { id } })).data;
}
