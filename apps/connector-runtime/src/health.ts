import { Problem, type ConnectorsContract, type ContractHandler } from '@trellis/contracts';
import type { PurgeClock } from '@trellis/database';
import type { Broker } from '@trellis/messaging';
import type { Sealing } from '@trellis/sealing';
import type { Database } from './database.js';
import { readSecretsHealth } from './maintenance/rotation/progress.js';

export const checkHealth: ContractHandler<
  ConnectorsContract,
  'health.check',
  { database: Database; clock: Broker['clock']; purgeClock: PurgeClock; sealing: Sealing }
> = async ({ database, clock, purgeClock, sealing }) => {
  await requireDatabase(database);
  return {
    clock_skew_ms: Math.round(clock.skewMs()),
    purging_paused: purgeClock.pause(),
    secrets: await readSecretsHealth(database, sealing),
  };
};

/** Throws `unavailable` when the database does not answer. */
export async function requireDatabase(database: Database): Promise<void> {
  await database.$queryRaw`SELECT 1`.catch(() => {
    throw new Problem('unavailable', 'The database is not available.');
  });
}
