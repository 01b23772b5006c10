import {
  shownAs,
  type Handler,
  type Page,
  type PageOfIds,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { boundedOutcomes, query, type BoundedRow } from '@trellis/database';
import type pg from 'pg';
import { validate as isUuid } from 'uuid';
import { answerInGroups, callerColumns, pageColumns, toId } from '../batches/calls.js';
import { toShortPageOfIds, type PageOfIdsRow } from '../batches/page-of-ids.js';
import { tooSlowToCheck, type Traversals } from '../database/traversals.js';
import { candidateThings } from '../ordered/candidates.sql.js';
import { readOrdered } from '../ordered/ordered.js';
import { compileQuery, noCondition } from '../query/compile.js';
import { noSuchUnitInQuery } from '../visibility/rules.js';
import { filterColumns, thingFields, thingMatch } from './filter.js';
import { findSql, findThingsBy, maxScanned, type AccessPath } from './find.sql.js';

type Find = Received<UnitsContract, 'things.find'>;

/** Chooses the access path with the fewest other things. */
function accessPathFor({ caller, filter }: Find): AccessPath {
  if (filter.in !== undefined) return 'unit';
  if (filter.identifier !== undefined) return 'identifier';
  if (filter.attributes !== undefined) return 'attributes';
  if (filter.client !== undefined) return 'client';
  if (caller.subject !== undefined || filter.subject !== undefined) return 'subject';
  if (filter.type !== undefined || filter.capability !== undefined) return 'type';
  return 'account';
}

/** Finds things that meet conditions, in order of creation. */
export const findThings: Handler<'things.find', { pool: pg.Pool }> = async ({ pool }, calls) =>
  answerInGroups(
    calls,
    ({ input }) => accessPathFor(input),
    async (path, calls) => {
      const columns = toFindColumns(calls.map(({ input }) => input));
      const rows = await query(pool, findThingsBy[path], columns);
      return boundedOutcomes(calls, rows, (row, { page }) =>
        row ? toShortPageOfIds(row, page) : noSuchUnitInQuery('in'),
      );
    },
  );

const findParameters = 13;

function toFindColumns(inputs: readonly Find[]): unknown[][] {
  const calls = inputs.map((input) => ({ input, expiresAt: 0 }));
  const units = inputs.map(({ filter }) => toId(filter.in));
  const conditions = toColumns(inputs.map(({ filter }) => filterColumns(filter)));
  return [...callerColumns(calls), ...pageColumns(calls), units, ...conditions];
}

const toColumns = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  rows[0]!.map((_condition, index) => rows.map((row) => row[index]));

/** The number of things that one statement scans. */
const chunk = 500;
/** The time after which a page ends, even if it is short (ms). */
const maxMs = 1_000;

/** Finds things that meet an expression and conditions, in order of creation. */
export const queryThings: Handler<'things.query', { traversals: Traversals }> = (
  { traversals },
  { q, ...input },
  { expiresAt },
) => {
  const path = accessPathFor(input);
  const { sql, values } = q === undefined ? noCondition : compileThings(q);
  // A statement without a name is planned for its parameters.
  const statement = { name: '', text: findSql(path, { condition: sql, scanned: chunk }) };
  async function readPart(db: pg.PoolClient, page: Page): Promise<PageOfIds> {
    const columns = toFindColumns([{ ...input, page }]);
    const [row] = await query<PageOfIdsRow & BoundedRow>(db, statement, [...columns, ...values]);
    if (!row) throw noSuchUnitInQuery('in');
    return toShortPageOfIds(row, page);
  }
  async function readPage(db: pg.PoolClient): Promise<PageOfIds> {
    const endsAt = Date.now() + maxMs;
    const page = { ...input.page };
    const items: string[] = [];
    for (let scanned = chunk; ; scanned += chunk) {
      const part = await readPart(db, page);
      items.push(...part.items);
      page.limit -= part.items.length;
      page.cursor = part.next;
      const isOver = page.limit === 0 || scanned >= maxScanned || Date.now() >= endsAt;
      if (part.next === undefined || isOver) return { items, next: part.next };
    }
  }
  const { developer } = input.caller;
  const tooSlow = tooSlowToCheck({ ...input.filter, q });
  return traversals({ developer, expiresAt, tooSlow }, readPage);
};

const compileThings = (q: string) => compileQuery(q, thingFields('candidate'), findParameters + 1);

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
  const tooSlow = tooSlowToCheck({ ...filter, q, ['search' in order ? 'search' : 'sort']: order });
  return traversals({ developer, expiresAt, tooSlow }, (db) =>
    readOrdered(
      db,
      { caller, page, filter, order },
      {
        of: 'things',
        narrowings: (within) => [
          { statement: candidateThings.identifier, values: [developer, filter.identifier] },
          {
            statement: candidateThings.attributes,
            values: [developer, filter.attributes && JSON.stringify(filter.attributes)],
          },
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
