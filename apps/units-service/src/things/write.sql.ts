import { boundedBatchSql, statement, type BoundedRow } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { callsSql, onResource } from '../batches/calls.js';
import { joinThingSql } from '../visibility/rules.js';

/**
 * Locks things, in one order to avoid deadlocks, and reads their values (JSON text): $1 ids, $2 developers, $3 subjects or nulls.
 */
export const lockValues = statement<BoundedRow & { key: string; values: string }>(
  'things.lock_values',
  `WITH locked AS (
    SELECT call.position::int AS position, thing.key, thing."values"
    FROM ${callsSql(onResource)} ${joinThingSql}
    ORDER BY thing.key FOR NO KEY UPDATE OF thing
  )
  ${boundedBatchSql('SELECT locked.*, octet_length("values") AS bytes FROM locked')}`,
);

/** Stores the values of things: $1 keys, $2 JSON texts, $3 entries of the audit log, $4 requesters as JSON, or nulls. */
export const storeValues = statement(
  'things.store_values',
  `WITH ${recordedSql('$3')}
  UPDATE things thing SET "values" = changed."values", written_by = changed.written_by,
    modified = now()
  FROM unnest($1::bigint[], $2::text[], $4::jsonb[]) AS changed(key, "values", written_by)
  WHERE thing.key = changed.key`,
);
