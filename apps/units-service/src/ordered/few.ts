import { query, type Statement } from '@trellis/database';
import type pg from 'pg';
import { validate as isUuid } from 'uuid';
import type { Caller } from '@trellis/contracts';
import { findUnit } from '../visibility/find-unit.sql.js';
import { noSuchUnitInQuery } from '../visibility/units.js';
import type { Match } from './page.js';

type Keys = Statement<{ key: string }>;

/** As many rows are read as a whole and put in order. */
const maxFew = 10_000;

/** A way to rows among which all are that may be meant: a unit, or the developer, for some with a text. */
export type Way = { statement: Keys; unit: string } | { statement: Keys; text?: string };

/** The keys of rows among which all are that may be meant, by the first way that leads to few. */
export async function readFew(
  db: pg.PoolClient,
  { developer }: Caller,
  ways: Way[],
): Promise<string[] | undefined> {
  for (const way of ways) {
    const values: unknown[] = ['unit' in way ? way.unit : developer, maxFew + 1];
    if ('text' in way) values.push(way.text);
    const rows = await query(db, way.statement, values);
    if (rows.length <= maxFew) return rows.map(({ key }) => key);
  }
  return undefined;
}

/** The units of a filter, by their keys; throws `invalid_request` for one that the caller does not see. */
export async function findPlaces(
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

/** Those of some keys that a statement finds for a unit. */
export const matchPlace =
  (db: pg.PoolClient, statement: Keys, unit: string): Match =>
  async (keys) => {
    const rows = await query(db, statement, [keys, unit]);
    return new Set(rows.map(({ key }) => key));
  };
