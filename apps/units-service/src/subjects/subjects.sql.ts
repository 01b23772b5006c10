import type { Attributes } from '@trellis/contracts';
import { statement } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';
import { callsSql } from '../batches/calls.js';
import { hasAttributesSql } from '../database/attributes.js';
import { visibleThingSql, visibleUnitSql } from '../visibility/rules.js';

/** A subject of the account, with what the caller sees of it. */
export interface SubjectRow {
  position: number;
  units: string[];
  things: string[];
  attributes: Attributes | null;
}

/**
 * Reads subjects with the first of their units and things.
 * $1 ids, $2 developers, $3 subjects of the callers or nulls, $4 the most units and the most things.
 */
export const readSubjects = statement<SubjectRow>(
  'subjects.read',
  `SELECT call.position::int AS position, subject.attributes,
    (
      SELECT coalesce(json_agg(seen.id ORDER BY seen.key), '[]')
      FROM (
        SELECT unit.id, unit.key
        FROM (
          SELECT owned.key FROM units owned
          WHERE owned.developer = subject.developer AND owned.owner_subject = subject.id
          UNION
          SELECT link.unit_key FROM unit_subjects link
          WHERE link.developer = subject.developer AND link.subject = subject.id
        ) AS own
        JOIN units unit ON unit.key = own.key AND ${visibleUnitSql('unit', 'call.subject')}
        ORDER BY unit.key LIMIT $4
      ) AS seen
    ) AS units,
    (
      SELECT coalesce(json_agg(seen.id ORDER BY seen.key), '[]')
      FROM (
        SELECT thing.id, thing.key FROM things thing
        WHERE thing.developer = subject.developer AND thing.subject = subject.id
          AND ${visibleThingSql('thing', 'call.subject')}
        ORDER BY thing.key LIMIT $4
      ) AS seen
    ) AS things
  FROM ${callsSql({ id: 'text', developer: 'text', subject: 'text' })}
  JOIN subjects subject ON subject.developer = call.developer AND subject.id = call.id`,
);

/**
 * Lists subjects with attributes, in order of creation. $1 developer, $2 the only subject or null, $3 the key before the page,
 * $4 how many, $5 attributes as JSON.
 */
export const findSubjects = statement<{ id: string; key: string }>(
  'subjects.find',
  `SELECT id, key FROM subjects
  WHERE ${hasAttributesSql('subjects', '$1', '$5')} AND ($2::text IS NULL OR id = $2) AND key > $3::bigint
  ORDER BY key LIMIT $4`,
);

/** Locks a subject until the transaction ends, and reads its attributes. $1 developer, $2 subject. */
export const lockSubject = statement<{ attributes: Attributes | null }>(
  'subjects.lock',
  'SELECT attributes FROM subjects WHERE developer = $1 AND id = $2 FOR NO KEY UPDATE',
);

/** Stores the attributes of a subject. $1 developer, $2 subject, $3 JSON text or null, $4 entries of the audit log. */
export const storeAttributes = statement(
  'subjects.store_attributes',
  `WITH ${recordedSql('$4')}
  UPDATE subjects SET attributes = $3::jsonb WHERE developer = $1 AND id = $2`,
);

/**
 * Returns a statement that adds the subjects of a table (columns `developer` and `subject`) to their accounts, unless they
 * exist. They are added in one order to avoid deadlocks.
 */
export const ensureSubjectsSql = (table: string): string => `
  INSERT INTO subjects (developer, id)
  SELECT DISTINCT used.developer, used.subject FROM ${table} AS used
  WHERE used.subject IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM subjects known
    WHERE known.developer = used.developer AND known.id = used.subject)
  ORDER BY used.developer, used.subject
  ON CONFLICT DO NOTHING`;

/** Adds subjects to accounts: $1 developers, $2 subjects. */
export const ensureSubjects = statement(
  'subjects.ensure',
  ensureSubjectsSql(`(SELECT * FROM ${callsSql({ developer: 'text', subject: 'text' })})`),
);
