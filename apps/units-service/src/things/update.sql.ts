import { statement } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { callsSql, onResource } from '../batches/calls.js';
import { joinThingSql } from '../visibility/things.js';
import { thingColumns, type ThingRow } from './row.js';

/** A thing, with the title that the connector found and the developer's own title. */
export type LockedRow = ThingRow & { foundTitle: string; ownTitle: string | null };

/** Locks a thing that the caller sees until the transaction ends. $1 ids, $2 developers, $3 subjects or nulls. */
export const lockThing = statement<LockedRow>(
  'things.lock_definition',
  `SELECT ${thingColumns('thing')}, thing.title AS "foundTitle", thing.own_title AS "ownTitle"
  FROM ${callsSql(onResource)} ${joinThingSql}
  FOR NO KEY UPDATE OF thing`,
);

/**
 * Stores the definition of a thing. $1 key, $2 title, $3 the title that the developer gave it or null,
 * $4 types, $5 description or null, $6 properties, $7 actions and $8 values as JSON texts, $9 entries of the
 * audit log.
 */
export const storeDefinition = statement(
  'things.store_definition',
  `WITH ${recordedSql('$9')}
  UPDATE things SET title = $2::text, own_title = $3::text, types = $4::text, description = $5::text,
    properties = $6::text, actions = $7::text, "values" = $8::text, modified = now()
  WHERE key = $1::bigint`,
);
