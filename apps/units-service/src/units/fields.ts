import { itemsSql, type Fields } from '../query/fields.js';

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
