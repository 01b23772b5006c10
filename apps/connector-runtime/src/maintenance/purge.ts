import { Problem } from '@trellis/contracts';
import { query } from '@trellis/database';
import { endBatches, tooLate, type EndNeeds } from '../interactions/bulk/end.js';
import { endLateParts } from '../interactions/bulk/run.sql.js';
import type { Runtime } from '../runtime.js';

const hourMs = 60 * 60_000;

/** How long rows can be read (ms). */
const retentionMs = {
  interactions: 24 * hourMs,
  bulkCommands: 24 * hourMs,
  deliveries: 7 * 24 * hourMs,
  /** No request is delivered again after this time. */
  removedClients: 48 * hourMs,
  /** Longer than any access token or connect session of an app. */
  revokedApps: 48 * hourMs,
  activity: 48 * hourMs,
};

/** Age at which a pending interaction was lost, for instance because Redis lost its data (ms). */
const lostAfterMs = 15 * 60_000;

/** The most bulk commands that are ended in one purge. */
const maxBulkCommands = 10_000;

const lost = new Problem(
  'outcome_unknown',
  'The service lost the interaction; it may have been performed.',
);

type Purge<Needs = Pick<Runtime, 'database'>> = (needs: Needs) => Promise<void>;

const before = (ageMs: number) => ({ lt: new Date(Date.now() - ageMs) });

/** Deletes authorizations that were never completed. */
export const purgeAuthorizations: Purge = async ({ database }) => {
  await database.authorization.deleteMany({ where: { expires: before(0) } });
};

/** Fails interactions that were lost, and deletes old ones. Those of bulk commands are deleted with these. */
export const purgeInteractions: Purge = async ({ database }) => {
  await database.interaction.updateMany({
    where: { status: { in: ['pending', 'running'] }, requested: before(lostAfterMs) },
    data: {
      status: 'failed',
      problem: JSON.stringify(lost.toData()),
      input: null,
      ended: new Date(),
    },
  });
  const where = { ended: before(retentionMs.interactions), batchKey: null };
  await database.interaction.deleteMany({ where });
};

/** Ends bulk commands that a killed process left, and deletes old ones. */
export const purgeBulkCommands: Purge<EndNeeds & Pick<Runtime, 'database'>> = async (needs) => {
  const { database, pool } = needs;
  await query(pool, endLateParts, [null, tooLate]);
  const left = await database.batch.findMany({
    where: { ended: null },
    select: { key: true },
    orderBy: { key: 'asc' },
    take: maxBulkCommands,
  });
  const keys = left.map(({ key }) => key);
  await endBatches(needs, keys);
  await database.batch.deleteMany({ where: { ended: before(retentionMs.bulkCommands) } });
};

export const purgeDeliveries: Purge = async ({ database }) => {
  await database.delivery.deleteMany({ where: { created: before(retentionMs.deliveries) } });
};

const purgeRemovedClients: Purge = async ({ database }) => {
  const where = { removed: before(retentionMs.removedClients) };
  await database.removedClient.deleteMany({ where });
};

export const purgeRevokedApps: Purge = async ({ database }) => {
  await database.revokedApp.deleteMany({ where: { revoked: before(retentionMs.revokedApps) } });
};

export const purgeActivity: Purge = async ({ database }) => {
  await database.activity.deleteMany({ where: { begins: before(retentionMs.activity) } });
};

/** Returns all purges by name. */
export const purges = (needs: EndNeeds & Pick<Runtime, 'database'>) => ({
  authorizations: () => purgeAuthorizations(needs),
  interactions: () => purgeInteractions(needs),
  bulkCommands: () => purgeBulkCommands(needs),
  deliveries: () => purgeDeliveries(needs),
  removedClients: () => purgeRemovedClients(needs),
  revokedApps: () => purgeRevokedApps(needs),
  activity: () => purgeActivity(needs),
});
