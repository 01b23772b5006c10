import { shownAs, type Caller, type ThingFilter } from '@trellis/contracts';
import type pg from 'pg';
import { NIL } from 'uuid';
import { toId } from '../batches/calls.js';
import { matchingKeys } from '../ordered/page.js';
import { compileQuery, noCondition } from '../query/compile.js';
import { itemsSql, type Fields } from '../query/fields.js';
import { matchingParameters, matchingThingsSql } from './filter.sql.js';
import { isAvailableSql } from './row.js';

/** Returns the conditions of a list of things as columns, with null for missing ones. */
export function filterColumns(filter: ThingFilter) {
  const { type, capability, available, subject, client, identifier, attributes } = filter;
  const shown = capability === undefined ? undefined : shownAs(capability);
  return [
    type ?? null,
    shown?.type ?? null,
    shown?.property ?? null,
    available ?? null,
    subject ?? null,
    // A malformed id is a condition that no client meets.
    client === undefined ? null : (toId(client) ?? NIL),
    identifier ?? null,
    attributes ? JSON.stringify(attributes) : null,
  ];
}

export const hasConditions = (filter: ThingFilter): boolean =>
  Object.values(filter).some((condition) => condition !== undefined);

/** Returns a function that selects things, by their keys, that meet conditions and the expression `q`. */
export function thingMatch(
  caller: Caller,
  filter: ThingFilter,
  q: string | undefined,
): (db: pg.PoolClient, keys: string[]) => Promise<ReadonlySet<string>> {
  const { sql, values } =
    q === undefined ? noCondition : compileQuery(q, thingFields('thing'), matchingParameters + 1);
  // A statement without a name is planned for its parameters.
  const statement = { name: '', text: matchingThingsSql(sql) };
  const conditions = [caller.subject ?? null, ...filterColumns(filter), ...values];
  return (db, keys) => matchingKeys(db, statement, [keys, ...conditions]);
}

/** The fields of a thing that expressions can name; `thing` is its row. */
export const thingFields = (thing: string): Fields => ({
  title: { kind: 'text', sql: `coalesce(${thing}.own_title, ${thing}.title)` },
  description: { kind: 'text', sql: `${thing}.description` },
  type: {
    kind: 'texts',
    sql: (meets) => `EXISTS (
      SELECT FROM thing_types listed
      WHERE listed.thing_key = ${thing}.key AND ${meets('listed.type')})`,
  },
  subject: { kind: 'text', sql: `${thing}.subject` },
  client: { kind: 'text', sql: `${thing}.client_id::text` },
  available: { kind: 'truth', sql: isAvailableSql(thing) },
  created: { kind: 'time', sql: `${thing}.created` },
  modified: { kind: 'time', sql: `${thing}.modified` },
  values: {
    kind: 'json',
    // Comparisons must not reveal write-only values.
    sql: (parameters, path, meets) => `(
      NOT coalesce((to_readable_json(${thing}.properties)
        -> ${parameters.add(path[0], 'text')} ->> 'writeOnly')::boolean, false)
      AND EXISTS (
        SELECT FROM ${itemsSql(`${thing}."values"`, path, parameters)}
        WHERE ${meets('found.item')}))`,
  },
});
