import type { SecretsHealth } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
import type { Database } from '../../database.js';
import type { SecretsKey } from '../../generated/prisma/client.js';

/** How many texts of a developer are not sealed with the current key, or not as it is done now. */
export interface Outdated {
  developer: string;
  /** The id of the key that sealed them. */
  key: string;
  count: number;
}

/**
 * Records that a process has started that seals with the first of its keys. When another one has sealed
 * since, what was counted for the key holds no longer, and no command either.
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

/** The key with which the processes that started last seal; null before the first has started. */
export const readLatestKey = (database: Database): Promise<SecretsKey | null> =>
  database.secretsKey.findFirst({ orderBy: { started: 'desc' } });

/** Has whatever other keys have sealed sealed with a key, for as long as it is the one to seal with. */
export async function requestResealing(database: Database, key: string): Promise<void> {
  await database.secretsKey.update({ where: { id: key }, data: { reseals: true } });
}

/** Stores what a survey has found, in place of what the one before did. */
export async function storeSurvey(
  database: Database,
  { keys }: Pick<Sealing, 'keys'>,
  outdated: Outdated[],
): Promise<void> {
  await database.$transaction(async (tx) => {
    await tx.outdatedSecrets.deleteMany();
    // There may be more rows than a statement has parameters.
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

/** Records that texts of a developer have been sealed anew. */
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

/** How far the rotation of the keys is. */
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
