import { statement } from '@trellis/database';
import { recordedSql } from '../audit/record.sql.js';

/** Deletes a thing, also from every unit. $1 key, $2 entries of the audit log. */
export const deleteThing = statement(
  'things.delete',
  `WITH ${recordedSql('$2')}
  DELETE FROM things WHERE key = $1::bigint`,
);
