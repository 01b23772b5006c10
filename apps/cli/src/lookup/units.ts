import type { components, Trellis } from '@trellis/client';
import { isProblem } from '@trellis/client';
import { findUnit, idOf } from './ids.js';

export type Unit = components['schemas']['Unit'];

/** A unit that is given by its id or its name. */
export async function readUnit(trellis: Trellis, given: string): Promise<Unit> {
  const id = await findUnit(trellis, given);
  return (await trellis.get('/units/{id}', { path: { id } })).data;
}

/** A unit of a list; undefined where it has been deleted meanwhile. */
export const readListedUnit = (
  trellis: Trellis,
  { href }: { href: string },
): Promise<Unit | undefined> =>
  trellis.get('/units/{id}', { path: { id: idOf(href) } }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (isProblem(error, 'not_found')) return undefined;
      throw error;
    },
  );
