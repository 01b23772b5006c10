import { query, type Statement } from '@trellis/database';
import type pg from 'pg';
import { validate as isUuid } from 'uuid';
import type { Caller } from '@trellis/contracts';
import { findUnit } from '../visibility/find-unit.sql.js';
import { noSuchUnitInQuery } from '../visibility/units.js';
import type { Match } from './page.js';

type Keys = Statement<{ key: string }>;

/** The maximum number of rows that are read as a whole and sorted. */
const maxCandidates = 10_000;

/** A way to narrow the rows: those of a unit, or those of the developer, in some cases with a text. */
export type Narrowing = { statement: Keys; unit: string } | { statement: Keys; text?: string };

/** Reads the keys of candidates by the first way that leads to few of them; undefined if none does. */
export async function readCandidateKeys(
  db: pg.PoolClient,
  { developer }: Caller,
  narrowings: Narrowing[],
): Promise<string[] | undefined> {
  for (const narrowing of narrowings) {
    const values: unknown[] = ['unit' in narrowing ? narrowing.unit : developer, maxCandidates + 1];
    if ('text' in narrowing) values.push(narrowing.text);
    const rows = await query(db, narrowing.statement, values);
    if (rows.length <= maxCandidates) return rows.map(({ key }) => key);
  }
  return undefined;
}

/** Finds the keys of the units of a filter; throws `invalid_request` for one that the caller does not see. */
export async function findUnitsOfFilter(
  db: pg.PoolClient,
  caller: Caller,
  { in: parent, below }: { in?: string | undefined; below?: string | undefined },
): Promise<{ in?: string; below?: string }> {
  const find = async (id: string, parameter: string) => {
    const values = [isUuid(id) ? id : null, caller.developer, caller.subject ?? null];
    const [unit] = await query(db, findUnit, values);
    if (!unit) throw noSuchUnitInQuery(parameter);
    return unit.key;
  };
  return {
    ...(parent !== undefined && { in: await find(parent, 'in') }),
    ...(below !== undefined && { below: await find(below, 'below') }),
  };
}

/** Selects the keys that a statement finds within a unit. */
export const matchUnit =
  (db: pg.PoolClient, statement: Keys, unit: string): Match =>
  async (keys) => {
    const rows = await query(db, statement, [keys, unit]);
    return new Set(rows.map(({ key }) => key));
  };
