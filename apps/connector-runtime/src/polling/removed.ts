import { isForeignKeyViolation } from '@trellis/database';
import type { Database } from '../database.js';
import type { ClientRow } from '../session.js';

/**
 * Has a client removed whose things are removed for good. Its removal is under way already, unless this
 * database was restored from a backup that is older than the request: then it is stored again, and the
 * reconciliation adds its job.
 */
export async function continueRemoval(
  database: Database,
  { key }: Pick<ClientRow, 'key'>,
): Promise<void> {
  try {
    await database.removal.createMany({ data: [{ clientKey: key }], skipDuplicates: true });
  } catch (error) {
    // The client is gone by now.
    if (!isForeignKeyViolation(error)) throw error;
  }
}
