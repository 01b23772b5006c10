import { shownAs, type Caller, type Handler, type UnitFilter } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { tooSlowToCheck, type Traversals } from '../database/traversals.js';
import { candidateUnits } from '../ordered/candidates.sql.js';
import { readOrdered } from '../ordered/ordered.js';
import { compileQuery, noCondition } from '../query/compile.js';
import { itemsSql, type Fields } from '../query/fields.js';
import {
  capableThings,
  capableThingsOfSubject,
  matchingParameters,
  matchingRoots,
  matchingUnits,
  matchingUnitsSql,
  unitsAbove,
  unitsHolding,
  withoutParentsSql,
  type ListedUnit,
} from './filter.sql.js';

/** The maximum number of things of a type, or of a subject, that are read to find the units above them. */
const maxThings = 5_000;

/** Selects the units that meet the conditions of a list, ordered by key. */
type MatchUnits = (keys: string[]) => Promise<ListedUnit[]>;

/** Prepares to match units by the conditions of a list. */
export async function openFilter(
  db: pg.PoolClient,
  caller: Caller,
  { type, name, subject, capability, parents, q }: UnitFilter,
): Promise<MatchUnits> {
  const conditions = [caller.subject ?? null, type ?? null, name ?? null, subject ?? null];
  const { sql, values } = q === undefined ? noCondition : compileUnits(q);
  const [prepared, further] =
    parents === 'none' ? [matchingRoots, `${withoutParentsSql} AND ${sql}`] : [matchingUnits, sql];
  // A statement without a name is planned for its parameters.
  const statement = q === undefined ? prepared : { name: '', text: matchingUnitsSql(further) };
  const match = (keys: string[]) =>
    query<ListedUnit>(db, statement, [keys, ...conditions, ...values]);
  if (capability === undefined) return match;
  const shown = shownAs(capability);
  const ofThing = [shown.type, shown.property ?? null, caller.subject ?? null];
  const above = await findAbove(db, caller, ofThing);
  return async (keys) => {
    const units = await match(keys);
    const unknown = units.map(({ key }) => key).filter((key) => !above.units.has(key));
    const isKnown = above.isWhole || unknown.length === 0;
    const found = isKnown ? [] : await query(db, unitsHolding, [unknown, ...ofThing]);
    const holding = new Set(found.map(({ key }) => key));
    return units.filter(({ key }) => above.units.has(key) || holding.has(key));
  };
}

const compileUnits = (q: string) => compileQuery(q, unitFields('unit'), matchingParameters + 1);

/**
 * Finds the units above things with a capability. If there are many such things, only those above the oldest are found, and
 * other units have to be searched, which soon finds a thing if there is one.
 */
async function findAbove(
  db: pg.PoolClient,
  caller: Caller,
  ofThing: (string | null)[],
): Promise<{ units: ReadonlySet<string>; isWhole: boolean }> {
  const lists =
    caller.subject === undefined ? [capableThings] : [capableThingsOfSubject, capableThings];
  let things: { key: string; isCapable: boolean }[] = [];
  for (const list of lists) {
    things = await query(db, list, [caller.developer, ...ofThing, maxThings + 1]);
    if (things.length <= maxThings) break;
  }
  const capable = things.filter(({ isCapable }) => isCapable).map(({ key }) => key);
  const units = await query(db, unitsAbove, [capable]);
  return { units: new Set(units.map(({ key }) => key)), isWhole: things.length <= maxThings };
}

/** The fields of a unit that expressions can name; `unit` is its row. */
export const unitFields = (unit: string): Fields => ({
  name: { kind: 'text', sql: `${unit}.name` },
  type: { kind: 'text', sql: `${unit}.type` },
  properties: {
    kind: 'json',
    sql: (parameters, [name, ...path], meets) => `EXISTS (
      SELECT FROM unit_properties property
      CROSS JOIN LATERAL ${itemsSql('property.value', path, parameters)}
      WHERE property.unit_key = ${unit}.key AND property.name = ${parameters.add(name, 'text')}
        AND ${meets('found.item')})`,
  },
});

/** Lists units that meet conditions, in the order of a search or of a field. */
export const listUnitsOrdered: Handler<'units.ordered', { traversals: Traversals }> = (
  { traversals },
  { caller, page, filter, order },
  { expiresAt },
) => {
  const { developer } = caller;
  const subject = caller.subject ?? filter.subject;
  // A unit without parents that a subject sees may have others.
  const rootsOf = filter.parents && caller.subject === undefined ? developer : undefined;
  const tooSlow = tooSlowToCheck({ ...filter, ['search' in order ? 'search' : 'sort']: order });
  return traversals({ developer, expiresAt, tooSlow }, async (db) => {
    const match = await openFilter(db, caller, filter);
    return readOrdered(
      db,
      { caller, page, filter, order },
      {
        of: 'units',
        narrowings: (within) => [
          { statement: candidateUnits.in, values: [within.in] },
          { statement: candidateUnits.subject, values: [developer, subject] },
          { statement: candidateUnits.below, values: [within.below] },
          { statement: candidateUnits.roots, values: [rootsOf] },
          { statement: candidateUnits.type, values: [developer, filter.type] },
        ],
        match: async (keys) => new Set((await match(keys)).map(({ key }) => key)),
      },
    );
  });
};
