import { boundedStatement, maxResourceBytes, type BoundedRow } from '@trellis/database';
import { callsSql, onResource } from '../batches/calls.js';
import { joinThingSql } from '../visibility/things.js';
import { thingBytes, thingColumns, type ThingRow } from './row.js';

/** A thing that the caller sees; its columns are null if it is too large to be shown. */
type ReadRow = BoundedRow & (ThingRow | { id: null });

/** Reads things: $1 ids, $2 developers, $3 subjects or nulls. */
export const readThings = boundedStatement<ReadRow>('things.read', (bounded) =>
  bounded(`
    SELECT call.position::int AS position, ${thingColumns('shown')},
      least(${thingBytes('thing')}, ${maxResourceBytes}) AS bytes
    FROM ${callsSql(onResource)} ${joinThingSql}
    LEFT JOIN LATERAL (
      SELECT thing.* WHERE ${thingBytes('thing')} <= ${maxResourceBytes}
    ) AS shown ON true`),
);
