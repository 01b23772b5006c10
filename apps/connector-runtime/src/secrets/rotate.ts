import type { Sealing } from '@trellis/sealing';
import type { Database } from '../database.js';

/** The columns that hold encrypted texts, each with the key of its table. */
const sealedColumns = [
  { table: 'instances', key: 'key', column: 'configuration' },
  { table: 'clients', key: 'key', column: 'configuration' },
  { table: 'clients', key: 'key', column: 'memory' },
  { table: 'clients', key: 'key', column: 'tokens' },
  { table: 'authorizations', key: 'state', column: 'verifier' },
  { table: 'interactions', key: 'key', column: 'input' },
  { table: 'callbacks', key: 'key', column: 'secret' },
  { table: 'callbacks', key: 'key', column: 'previous_secret' },
  { table: 'deliveries', key: 'key', column: 'payload' },
];

const batchSize = 500;

/**
 * Encrypts with the current key whatever was encrypted with an older one, so that the older one can be
 * removed from the configuration. Runs at every start; usually there is nothing to do. Returns how
 * many texts were encrypted anew.
 */
export async function rotateSecrets(database: Database, sealing: Sealing): Promise<number> {
  let rotated = 0;
  for (const { table, key, column } of sealedColumns) {
    for (;;) {
      const outdated = await database.$queryRawUnsafe<{ key: unknown; sealed: string }[]>(
        `SELECT ${key} AS key, ${column} AS sealed FROM ${table}
         WHERE NOT starts_with(${column}, $1) LIMIT ${batchSize}`,
        sealing.currentPrefix,
      );
      for (const row of outdated) {
        // Compared with the old text, so that a value written meanwhile is kept.
        await database.$executeRawUnsafe(
          `UPDATE ${table} SET ${column} = $1 WHERE ${key} = $2 AND ${column} = $3`,
          sealing.seal(sealing.open(row.sealed)),
          row.key,
          row.sealed,
        );
      }
      rotated += outdated.length;
      if (outdated.length < batchSize) break;
    }
  }
  return rotated;
}
