import { shownAs, type Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import { validate as isUuid } from 'uuid';
import type { Traversals } from '../database/traversals.js';
import { candidateThings } from '../ordered/candidates.sql.js';
import { kinds } from '../ordered/kinds.js';
import { readOrdered } from '../ordered/open.js';
import type { Match } from '../ordered/page.js';
import { compileQuery, noCondition } from '../query/compile.js';
import { timeoutIfQueryCancelled } from '../query/timeout.js';
import { thingFields } from './fields.js';
import { filterColumns } from './filter.js';
import { matchingParameters, matchingThingsSql } from './filter.sql.js';

/** Lists things that meet conditions, in the order of a search or of a field. */
export const listThingsOrdered: Handler<'things.ordered', { traversals: Traversals }> = (
  { traversals },
  { caller, page, filter: { q, ...filter }, order },
  { expiresAt },
) => {
  const { client } = filter;
  const condition = q === undefined ? noCondition : compileThings(q);
  const subject = caller.subject ?? filter.subject;
  const type = filter.type ?? (filter.capability && shownAs(filter.capability).type);
  return timeoutIfQueryCancelled(
    traversals({ developer: caller.developer, expiresAt }, (db) => {
      const statement = { name: '', text: matchingThingsSql(condition.sql) };
      const values = [caller.subject ?? null, ...filterColumns(filter), ...condition.values];
      const match: Match = async (keys) => {
        const rows = await query<{ key: string }>(db, statement, [keys, ...values]);
        return new Set(rows.map(({ key }) => key));
      };
      return readOrdered(
        db,
        { caller, page, filter, order },
        {
          kind: kinds.things,
          of: 'things',
          narrowings: (within) => [
            ...(within.in === undefined
              ? []
              : [{ statement: candidateThings.in, unit: within.in }]),
            ...(client !== undefined && isUuid(client)
              ? [{ statement: candidateThings.client, text: client }]
              : []),
            ...(subject === undefined
              ? []
              : [{ statement: candidateThings.subject, text: subject }]),
            ...(type === undefined ? [] : [{ statement: candidateThings.type, text: type }]),
            ...(within.below === undefined
              ? []
              : [{ statement: candidateThings.below, unit: within.below }]),
          ],
          match,
        },
      );
    }),
  );
};

const compileThings = (q: string) => compileQuery(q, thingFields('thing'), matchingParameters + 1);
