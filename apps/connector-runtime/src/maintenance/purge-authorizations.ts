import type { Database } from '../database.js';

/** Deletes the authorizations that were never completed. */
export async function sweepAuthorizations({ database }: { database: Database }): Promise<void> {
  await database.authorization.deleteMany({ where: { expires: { lt: new Date() } } });
}
