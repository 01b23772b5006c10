import { Problem, type ConnectorsContract, type ContractHandler } from '@trellis/contracts';
import type { Broker } from '@trellis/messaging';
import type { Database } from './database.js';

/** Whether this service can do its work. */
export const checkHealth: ContractHandler<
  ConnectorsContract,
  'health.check',
  { database: Database; clock: Broker['clock'] }
> = async ({ database, clock }) => {
  await requireDatabase(database);
  return { clock_skew_ms: Math.round(clock.skewMs()) };
};

/** Throws `unavailable` when the database does not answer. */
export async function requireDatabase(database: Database): Promise<void> {
  await database.$queryRaw`SELECT 1`.catch(() => {
    throw new Problem('unavailable', 'The database is not available.');
  });
}
