import { boundedStatement, type BoundedRow } from '@trellis/database';
import { askedSql, onResource } from '../../sets/asked.js';
import { joinAskedUnitSql } from '../../visibility/units.js';

/** A unit that the caller sees, and the value of its property as JSON text, or null without one. */
export interface PropertyRow extends BoundedRow {
  value: string | null;
}

/** Reads properties: $1 ids, $2 developers, $3 subjects or nulls, $4 names or nulls. */
export const readPropertyOf = boundedStatement<PropertyRow>('units.property', (bounded) =>
  bounded(`
    SELECT asked.position::int AS position, property.value,
      coalesce(octet_length(property.value), 0) AS bytes
    FROM ${askedSql({ ...onResource, name: 'text' })} ${joinAskedUnitSql}
    LEFT JOIN unit_properties property
      ON property.unit_key = unit.key AND property.name = asked.name`),
);
