import { statement } from '@trellis/database';
import { callsSql } from '../batches/calls.js';
import { visibleThingSql, visibleUnitSql } from '../visibility/rules.js';

/** A subject of the account, with what the caller sees of it. */
export interface SubjectRow {
  position: number;
  units: string[];
  things: string[];
}

/**
 * Reads subjects with the first of their units and things.
 * $1 ids, $2 developers, $3 subjects of the callers or nulls, $4 the most units and the most things.
 */
export const readSubjects = statement<SubjectRow>(
  'subjects.read',
  `SELECT call.position::int AS position,
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
