import { fittingSql, statement, type RefusedRow } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { callsSql, onResource } from '../batches/calls.js';
import { ensureSubjectsSql } from '../subjects/subjects.sql.js';
import { joinThingSql } from '../visibility/rules.js';
import { stateColumnNames, stateColumnTypes, thingColumns, type ThingRow } from './row.js';

/**
 * Creates things of apps, in the order of the calls, as far as the quotas of their developers allow; returns the refused
 * calls. Existing things stay unchanged. $1 ids, $2 developers,
 * $3 subjects or nulls, $4 apps, $5 to $13 the columns of the state, $14 attributes as JSON texts, or nulls, $15 the most
 * things of a developer, $16 entries of the audit log.
 */
export const createThings = statement<RefusedRow>(
  'things.create',
  `WITH call AS (
    SELECT * FROM ${callsSql({ ...onResource, app: 'text', ...stateColumnTypes, attributes: 'jsonb' })}
  ), ${fittingSql({
    quota: 'things',
    limit: '$15::bigint',
    isNew: 'NOT EXISTS (SELECT 1 FROM things known WHERE known.id = call.id)',
  })}, ensured AS (
    ${ensureSubjectsSql('fitting')}
  ), created AS (
    INSERT INTO things (id, developer, subject, app, ${stateColumnNames}, attributes, modified)
    SELECT id, developer, subject, app, ${stateColumnNames}, attributes, now() FROM fitting ORDER BY position
    ON CONFLICT (id) DO NOTHING
  ), ${recordedSql(
    '$16',
    `
    SELECT position FROM call EXCEPT SELECT position FROM refused`,
  )}
  SELECT position, used FROM refused`,
);

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
 * $4 types, $5 description or null, $6 properties, $7 actions and $8 values as JSON texts, $9 attributes as a JSON text or
 * null, $10 entries of the audit log.
 */
export const storeDefinition = statement(
  'things.store_definition',
  `WITH ${recordedSql('$10')}
  UPDATE things SET title = $2::text, own_title = $3::text, types = $4::text, description = $5::text,
    properties = $6::text, actions = $7::text, "values" = $8::text, attributes = $9::jsonb, modified = now()
  WHERE key = $1::bigint`,
);

/** Deletes a thing, also from every unit. $1 key, $2 entries of the audit log. */
export const deleteThing = statement(
  'things.delete',
  `WITH ${recordedSql('$2')}
  DELETE FROM things WHERE key = $1::bigint`,
);
