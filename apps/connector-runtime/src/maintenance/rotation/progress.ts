import type { SecretsHealth } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
import type { Database } from '../../database.js';
import type { SecretsKey } from '../../generated/prisma/client.js';

/** How many texts of a developer are not encrypted with the current key or format. */
export interface Outdated {
  developer: string;
  /** The id of the key that encrypted them. */
  key: string;
  count: number;
}

/**
 * Records that a process started with its first key as the current one. If another key was current meanwhile, the
 * counts and the operator's request for this key are outdated and deleted.
 */
export async function recordStart(
  database: Database,
  { keys }: Pick<Sealing, 'keys'>,
): Promise<void> {
  await database.$executeRaw`
    INSERT INTO secrets_keys AS key (id, started) VALUES (${keys[0]}, clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET started = excluded.started,
      (surveyed, reseals) = (
        SELECT CASE WHEN is_latest THEN key.surveyed END, is_latest AND key.reseals
        FROM (
          SELECT NOT EXISTS (
            SELECT FROM secrets_keys later WHERE later.started > key.started
          ) AS is_latest
        ) AS state
      )`;
}

/** Reads the key of the processes that started last; null before the first start. */
export const readLatestKey = (database: Database): Promise<SecretsKey | null> =>
  database.secretsKey.findFirst({ orderBy: { started: 'desc' } });

/** Returns whether the last survey is an interval away, also in the future: it was made by a clock that was ahead. */
export const isSurveyDue = (key: Pick<SecretsKey, 'surveyed'> | null, intervalMs: number) =>
  Math.abs(Date.now() - (key?.surveyed?.getTime() ?? 0)) >= intervalMs;

/** Re-encrypts all values with the current key. Stops if the current key changes meanwhile. */
export async function requestResealing(database: Database, key: string): Promise<void> {
  await database.secretsKey.update({ where: { id: key }, data: { reseals: true } });
}

/** Replaces the counts of the previous survey. */
export async function storeSurvey(
  database: Database,
  { keys }: Pick<Sealing, 'keys'>,
  outdated: Outdated[],
): Promise<void> {
  await database.$transaction(async (tx) => {
    await tx.outdatedSecrets.deleteMany();
    // There may be more rows than parameters are allowed.
    await tx.$executeRaw`
      INSERT INTO outdated_secrets (developer, key, count)
      SELECT * FROM unnest(
        ${outdated.map(({ developer }) => developer)}::text[],
        ${outdated.map(({ key }) => key)}::text[],
        ${outdated.map(({ count }) => count)}::int[]
      )
      ON CONFLICT (developer, key) DO UPDATE SET count = excluded.count`;
    await tx.secretsKey.updateMany({ where: { id: keys[0] }, data: { surveyed: new Date() } });
  });
}

/** Records that texts of a developer have been re-encrypted. */
export async function recordProgress(
  database: Database,
  { developer, key, count }: Outdated,
): Promise<void> {
  await database.outdatedSecrets.updateMany({
    where: { developer, key },
    data: { count: { decrement: count } },
  });
  await database.outdatedSecrets.deleteMany({ where: { developer, key, count: { lte: 0 } } });
}

/** Returns the progress of the key rotation. */
export async function readSecretsHealth(
  database: Database,
  { keys }: Pick<Sealing, 'keys'>,
): Promise<SecretsHealth> {
  const [current, outdated, [developers]] = await Promise.all([
    database.secretsKey.findUnique({ where: { id: keys[0] } }),
    database.outdatedSecrets.groupBy({ by: 'key', _sum: { count: true }, orderBy: { key: 'asc' } }),
    database.$queryRaw<[{ count: number }]>`
      SELECT count(DISTINCT developer)::int AS count FROM outdated_secrets`,
  ]);
  return {
    current_key: keys[0],
    left: Object.fromEntries(outdated.map(({ key, _sum }) => [key, _sum.count ?? 0])),
    unknown_keys: outdated.map(({ key }) => key).filter((key) => !keys.includes(key)),
    developers_left: developers.count,
    surveyed: current?.surveyed?.toISOString() ?? null,
  };
}
