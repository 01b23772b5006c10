import { statement } from '@trellis/database';
import { callsSql } from '../batches/calls.js';

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
