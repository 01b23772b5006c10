import type { Handler } from '@trellis/contracts';
import type { Traversals } from '../database/traversals.js';
import { candidateUnits } from '../ordered/candidates.sql.js';
import { kinds } from '../ordered/kinds.js';
import { readOrdered } from '../ordered/open.js';
import { openFilter } from './filter.js';
import { timeoutIfCancelled } from './traversal/open-walk.js';

/** Lists units that meet conditions, in the order of a search or of a field. */
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
          narrowings: (within) => [
            ...(within.in === undefined ? [] : [{ statement: candidateUnits.in, unit: within.in }]),
            ...(subject === undefined
              ? []
              : [{ statement: candidateUnits.subject, text: subject }]),
            ...(within.below === undefined
              ? []
              : [{ statement: candidateUnits.below, unit: within.below }]),
            // A unit without parents that a subject sees may have others.
            ...(parents === undefined || caller.subject !== undefined
              ? []
              : [{ statement: candidateUnits.roots }]),
            ...(type === undefined ? [] : [{ statement: candidateUnits.type, text: type }]),
          ],
          match: async (keys) => new Set((await match(keys)).map(({ key }) => key)),
        },
      );
    }),
  );
};
