import type { components, Trellis } from '@trellis/client';
import { findUnit } from './ids.js';

export type Unit = components['schemas']['Unit'];

export type ListedUnit = components['schemas']['ListedUnit'];

/** Maximum number of children, and of things, that a list counts per unit. */
export const maxCounted = 100;

export async function readUnit(trellis: Trellis, given: string): Promise<Unit> {
  const id = await findUnit(trellis, given);
  return (await trellis.get('/units/{id}', { path: { id } })).data;
}
