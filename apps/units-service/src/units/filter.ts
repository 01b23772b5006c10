import { shownAs, type Caller, type UnitFilter } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { compileQuery, noCondition } from '../query/compile.js';
import { unitFields } from './fields.js';
import {
  capableThings,
  matchingParameters,
  matchingUnits,
  matchingUnitsSql,
  unitsAbove,
  unitsHolding,
  type ListedUnit,
} from './filter.sql.js';

/** Of at most so many things of a type, the units above them are found; of more, the things below units. */
const maxThings = 5_000;

/** Finds those of some units that meet the conditions of a list, in the order of their keys. */
export type MatchUnits = (keys: string[]) => Promise<ListedUnit[]>;

/** Prepares to match units; what is true of all pages is found out once. */
export async function openFilter(
  db: pg.PoolClient,
  caller: Caller,
  { type, name, subject, capability, q }: UnitFilter,
): Promise<MatchUnits> {
  const conditions = [caller.subject ?? null, type ?? null, name ?? null, subject ?? null];
  const { sql, values } = q === undefined ? noCondition : compileUnits(q);
  // Without a name it is planned for its parameters.
  const statement = q === undefined ? matchingUnits : { name: '', text: matchingUnitsSql(sql) };
  const match = (keys: string[]) =>
    query<ListedUnit>(db, statement, [keys, ...conditions, ...values]);
  if (capability === undefined) return match;
  const shown = shownAs(capability);
  const ofThing = [shown.type, shown.property ?? null, caller.subject ?? null];
  const above = await findAbove(db, [caller.developer, ...ofThing]);
  return async (keys) => {
    const units = await match(keys);
    if (above) return units.filter(({ key }) => above.has(key));
    const found = await query(db, unitsHolding, [units.map(({ key }) => key), ...ofThing]);
    const holding = new Set(found.map(({ key }) => key));
    return units.filter(({ key }) => holding.has(key));
  };
}

const compileUnits = (q: string) => compileQuery(q, unitFields('unit'), matchingParameters + 1);

/**
 * The units above all things with a capability; undefined when there are many such things: then one is soon
 * found below a unit, if there is any.
 */
async function findAbove(
  db: pg.PoolClient,
  ofThings: (string | null)[],
): Promise<ReadonlySet<string> | undefined> {
  const things = await query(db, capableThings, [...ofThings, maxThings + 1]);
  if (things.length > maxThings) return undefined;
  const capable = things.filter(({ isCapable }) => isCapable).map(({ key }) => key);
  const units = await query(db, unitsAbove, [capable]);
  return new Set(units.map(({ key }) => key));
}
