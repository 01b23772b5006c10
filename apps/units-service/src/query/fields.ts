import { isAvailableSql } from '../things/row.js';
import type { Parameters } from './parameters.js';

/** What an expression can name of a row, in SQL. */
export type Field =
  | { kind: 'text' | 'truth' | 'time'; sql: string }
  /** One of several texts: whether one meets a condition. */
  | { kind: 'texts'; sql: (meets: (text: string) => string) => string }
  /** JSON below a name: whether an item at a path meets a condition. */
  | {
      kind: 'json';
      sql: (parameters: Parameters, path: string[], meets: (item: string) => string) => string;
    };

export type Fields = Record<string, Field>;

/**
 * The items at a path in JSON text, in SQL: members of objects, also of those in arrays, and the entries of an array
 * at its end.
 */
function itemsSql(json: string, path: string[], parameters: Parameters): string {
  const steps = path.map((name) => `.${JSON.stringify(name)}`).join('');
  const jsonPath = parameters.add(`lax $${steps}[*]`, 'jsonpath');
  return `jsonb_path_query(to_readable_json(${json})::jsonb, ${jsonPath}, '{}', true) AS found(item)`;
}

/** What can be named of a thing; `thing` is its row. */
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
    // What may not be read must not be found out by comparisons either.
    sql: (parameters, path, meets) => `(
      NOT coalesce((to_readable_json(${thing}.properties)
        -> ${parameters.add(path[0], 'text')} ->> 'writeOnly')::boolean, false)
      AND EXISTS (
        SELECT FROM ${itemsSql(`${thing}."values"`, path, parameters)}
        WHERE ${meets('found.item')}))`,
  },
});

/** What can be named of a unit; `unit` is its row. */
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
