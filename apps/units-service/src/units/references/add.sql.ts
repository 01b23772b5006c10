import { statement } from '@trellis/database';
import { recordedSql } from '../../audit/record.sql.js';
import { ensureSubjectsSql } from '../../subjects/ensure.sql.js';
import { visibleThingSql } from '../../visibility/things.js';
import { lockUnitsSql } from '../lock-sql.js';

/**
 * Links subjects to units: $1 ids, $2 developers, $3 subjects of the callers or nulls, $4 subjects,
 * $5 entries of the audit log.
 */
export const addSubjects = statement<{ position: number }>(
  'units.add_subject',
  `WITH target AS (
    ${lockUnitsSql({ added: 'text' })}
  ), ensured AS (
    ${ensureSubjectsSql('(SELECT developer, added AS subject FROM target)')}
  ), linked AS (
    INSERT INTO unit_subjects (unit_key, developer, subject)
    SELECT key, developer, added FROM target ORDER BY position
    ON CONFLICT DO NOTHING
  ), ${recordedSql('$5', 'SELECT position FROM target')}
  SELECT position::int AS position FROM target`,
);

/**
 * Adds things to units: $1 ids, $2 developers, $3 subjects or nulls, $4 ids of things or nulls, $5 entries
 * of the audit log.
 */
export const addThings = statement<{ position: number; hasThing: boolean }>(
  'units.add_thing',
  `WITH target AS (
    ${lockUnitsSql({ added: 'uuid' })}
  ), named AS (
    SELECT target.position, target.key, thing.key AS thing_key
    FROM target JOIN things thing ON thing.id = target.added
      AND thing.developer = target.developer AND ${visibleThingSql('thing', 'target.subject')}
    ORDER BY thing.key FOR KEY SHARE OF thing
  ), linked AS (
    INSERT INTO unit_things (unit_key, thing_key)
    SELECT key, thing_key FROM named ORDER BY position
    ON CONFLICT DO NOTHING
  ), ${recordedSql('$5', 'SELECT position FROM named')}
  SELECT target.position::int AS position, named.key IS NOT NULL AS "hasThing"
  FROM target LEFT JOIN named ON named.position = target.position`,
);
