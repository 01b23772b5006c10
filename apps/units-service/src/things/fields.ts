import { itemsSql, type Fields } from '../query/fields.js';
import { isAvailableSql } from './row.js';

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
