import type { Handler } from '@trellis/contracts';
import type { Traversals } from '../database/traversals.js';
import { fewUnits } from '../ordered/few.sql.js';
import { kinds } from '../ordered/kinds.js';
import { readOrdered } from '../ordered/open.js';
import { openFilter } from './filter.js';
import { timeoutIfCancelled } from './traversal/open-walk.js';

/** The units that meet conditions, in the order of a search or of a field. */
export const listUnitsOrdered: Handler<'units.ordered', { traversals: Traversals }> = (
  { traversals },
  { caller, page, filter, order },
  { expiresAt },
) => {
  const { type, parents } = filter;
  const subject = caller.subject ?? filter.subject;
  return timeoutIfCancelled(
    traversals({ developer: caller.developer, expiresAt }, async (db) => {
      const match = await openFilter(db, caller, filter);
      return readOrdered(
        db,
        { caller, page, filter, order },
        {
          kind: kinds.units,
          of: 'units',
          waysTo: (places) => [
            ...(places.in === undefined ? [] : [{ statement: fewUnits.in, unit: places.in }]),
            ...(subject === undefined ? [] : [{ statement: fewUnits.subject, text: subject }]),
            ...(places.below === undefined
              ? []
              : [{ statement: fewUnits.below, unit: places.below }]),
            // What is in no unit that a subject sees may be in another one.
            ...(parents === undefined || caller.subject !== undefined
              ? []
              : [{ statement: fewUnits.roots }]),
            ...(type === undefined ? [] : [{ statement: fewUnits.type, text: type }]),
          ],
          match: async (keys) => new Set((await match(keys)).map(({ key }) => key)),
        },
      );
    }),
  );
};
