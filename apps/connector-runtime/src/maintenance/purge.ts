import { Problem, undoableForMs } from '@trellis/contracts';
import {
  maintainPartitions,
  purgeAccounts,
  purgeInBatches,
  query,
  type PurgeTime,
} from '@trellis/database';
import { endBatches, tooLate, type EndNeeds } from '../interactions/bulk/end.js';
import { endLateParts } from '../interactions/bulk/run.sql.js';
import { purgeOperationsOf } from '../activity/account-retention.js';
import type { Configuration } from '../configuration.js';
import type { Runtime } from '../runtime.js';

const hourMs = 60 * 60_000;

/** How long rows can be read (ms). */
const retentionMs = {
  interactions: 24 * hourMs,
  bulkCommands: 24 * hourMs,
  deliveries: 7 * 24 * hourMs,
  alertMessages: 7 * 24 * hourMs,
  /** No request is delivered again after this time. */
  removedClients: 48 * hourMs,
  /** Longer than any access token or connect session of an app. */
  revokedApps: 48 * hourMs,
  /** Until then, the receipt can be read. */
  erasures: 90 * 24 * hourMs,
  activity: 48 * hourMs,
  replacements: undoableForMs,
};

/** Age at which a pending interaction was lost, for instance because Redis lost its data (ms). */
const lostAfterMs = 15 * 60_000;

/** The most bulk commands that are ended in one purge. */
const maxBulkCommands = 10_000;

const lost = new Problem(
  'outcome_unknown',
  'The service lost the interaction; it may have been performed.',
);

/** A task that judges the age of rows by `now`. */
type Purge = (needs: Pick<Runtime, 'database'>, now: Date) => Promise<void>;

const before = (now: Date, ageMs: number) => ({ lt: new Date(now.getTime() - ageMs) });

/** Deletes authorizations that were never completed. */
export const purgeAuthorizations: Purge = async ({ database }, now) => {
  await database.authorization.deleteMany({ where: { expires: before(now, 0) } });
};

export const purgeConnectSessions: Purge = async ({ database }, now) => {
  await database.connectSession.deleteMany({ where: { expires: before(now, 0) } });
};

/** Deletes replacements of devices that cannot be undone any longer. */
const purgeReplacements: Purge = async ({ database }, now) => {
  const where = { replaced: before(now, retentionMs.replacements) };
  await database.replacement.deleteMany({ where });
};

/** Fails interactions that were lost. */
export const failLostInteractions: Purge = async ({ database }, now) => {
  await database.interaction.updateMany({
    where: { status: { in: ['pending', 'running'] }, requested: before(now, lostAfterMs) },
    data: {
      status: 'failed',
      problem: JSON.stringify(lost.toData()),
      input: null,
      ended: now,
    },
  });
};

/** Deletes old interactions. Those of bulk commands are deleted with these. */
export const purgeInteractions: Purge = async ({ database }, now) => {
  const where = { ended: before(now, retentionMs.interactions), batchKey: null };
  await database.interaction.deleteMany({ where });
};

/** Ends bulk commands that a killed process left. */
export async function endLateBulkCommands(
  needs: EndNeeds & Pick<Runtime, 'database'>,
): Promise<void> {
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
}

export const purgeBulkCommands: Purge = async ({ database }, now) => {
  await database.batch.deleteMany({ where: { ended: before(now, retentionMs.bulkCommands) } });
};

export const purgeDeliveries: Purge = async ({ database }, now) => {
  await database.delivery.deleteMany({ where: { created: before(now, retentionMs.deliveries) } });
};

const purgeRedeliveries: Purge = async ({ database }, now) => {
  await database.redelivery.deleteMany({
    where: { created: before(now, retentionMs.deliveries) },
  });
};

const purgeAlertMessages: Purge = async ({ database }, now) => {
  const where = { created: before(now, retentionMs.alertMessages) };
  await database.alertMessage.deleteMany({ where });
};

const purgeRemovedClients: Purge = async ({ database }, now) => {
  const where = { removed: before(now, retentionMs.removedClients) };
  await database.removedClient.deleteMany({ where });
};

export const purgeRevokedApps: Purge = async ({ database }, now) => {
  await database.revokedApp.deleteMany({
    where: { revoked: before(now, retentionMs.revokedApps) },
  });
};

const purgeErasures: Purge = async ({ database }, now) => {
  await database.erasure.deleteMany({ where: { ended: before(now, retentionMs.erasures) } });
};

export const purgeActivity: Purge = async ({ database }, now) => {
  const where = { begins: before(now, retentionMs.activity) };
  await database.activity.deleteMany({ where });
  await database.connectorActivity.deleteMany({ where });
};

/** Deletes the usage of days that ended before its retention (days), in batches. */
async function purgeUsage({ pool }: Pick<Runtime, 'pool'>, days: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - (days + 1) * 24 * hourMs).toISOString().slice(0, 10);
  await purgeInBatches(10_000, async (most) => {
    const { rowCount } = await pool.query(
      `DELETE FROM usage_of_days WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM usage_of_days WHERE day < $1 LIMIT $2))`,
      [before, most],
    );
    return rowCount ?? 0;
  });
}

/** Creates the partitions of operations for the next days, and drops those past their retention. */
export async function maintainOperations(
  { database, pool }: Pick<Runtime, 'database' | 'pool'>,
  days: number,
  time: PurgeTime,
): Promise<void> {
  await maintainPartitions(pool, { table: 'client_operations', column: 'day', days }, time);
  if (!time.mayPurge) return;
  const where = { day: before(time.now, (days + 1) * 24 * hourMs) };
  await database.operationUsage.deleteMany({ where });
}

/** Returns all purges by name. */
export function purges(
  needs: Pick<Runtime, 'database' | 'pool'>,
  { USAGE_DAYS, OPERATIONS_DAYS }: Pick<Configuration, 'USAGE_DAYS' | 'OPERATIONS_DAYS'>,
) {
  const bind =
    (run: Purge) =>
    ({ now }: PurgeTime) =>
      run(needs, now);
  return {
    authorizations: bind(purgeAuthorizations),
    connectSessions: bind(purgeConnectSessions),
    replacements: bind(purgeReplacements),
    interactions: bind(purgeInteractions),
    bulkCommands: bind(purgeBulkCommands),
    deliveries: bind(purgeDeliveries),
    redeliveries: bind(purgeRedeliveries),
    alertMessages: bind(purgeAlertMessages),
    removedClients: bind(purgeRemovedClients),
    revokedApps: bind(purgeRevokedApps),
    erasures: bind(purgeErasures),
    activity: bind(purgeActivity),
    usage: ({ now }: PurgeTime) => purgeUsage(needs, USAGE_DAYS, now),
    accountOperations: ({ now }: PurgeTime) =>
      purgeAccounts(
        needs.pool,
        { days: OPERATIONS_DAYS, purge: (expired) => purgeOperationsOf(needs.pool, expired) },
        now,
      ),
  };
}
