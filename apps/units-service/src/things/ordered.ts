import { shownAs, type Handler } from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import type { Traversals } from '../database/traversals.js';
import { candidateThings } from '../ordered/candidates.sql.js';
import { readOrdered } from '../ordered/ordered.js';
import { thingMatch } from './filter.js';

/** Lists things that meet conditions, in the order of a search or of a field. */
export const listThingsOrdered: Handler<'things.ordered', { traversals: Traversals }> = (
  { traversals },
  { caller, page, filter: { q, ...filter }, order },
  { expiresAt },
) => {
  const { developer } = caller;
  const match = thingMatch(caller, filter, q);
  const subject = caller.subject ?? filter.subject;
  const client = filter.client && isUuid(filter.client) ? filter.client : undefined;
  const type = filter.type ?? (filter.capability && shownAs(filter.capability).type);
  return traversals({ developer, expiresAt, reads: 'expression' }, (db) =>
    readOrdered(
      db,
      { caller, page, filter, order },
      {
        of: 'things',
        narrowings: (within) => [
          { statement: candidateThings.in, values: [within.in] },
          { statement: candidateThings.client, values: [developer, client] },
          { statement: candidateThings.subject, values: [developer, subject] },
          { statement: candidateThings.type, values: [developer, type] },
          { statement: candidateThings.below, values: [within.below] },
        ],
        match: (keys) => match(db, keys),
      },
    ),
  );
};
