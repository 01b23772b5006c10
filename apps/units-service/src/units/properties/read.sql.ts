import { boundedStatement, type BoundedRow } from '@trellis/database';
import { callsSql, onResource } from '../../batches/calls.js';
import { joinUnitSql } from '../../visibility/units.js';

export interface PropertyRow extends BoundedRow {
  value: string | null;
}

/** Reads properties: $1 ids, $2 developers, $3 subjects or nulls, $4 names or nulls. */
export const readPropertyOf = boundedStatement<PropertyRow>('units.property', (bounded) =>
  bounded(`
    SELECT call.position::int AS position, property.value,
      coalesce(octet_length(property.value), 0) AS bytes
    FROM ${callsSql({ ...onResource, name: 'text' })} ${joinUnitSql}
    LEFT JOIN unit_properties property
      ON property.unit_key = unit.key AND property.name = call.name`),
);
