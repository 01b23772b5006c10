import { Problem, type ConnectorsContract, type ContractHandler } from '@trellis/contracts';
import type { Database } from './database.js';

/** Whether this service can do its work. */
export const checkHealth: ContractHandler<
  ConnectorsContract,
  'health.check',
  { database: Database }
> = async ({ database }) => {
  await database.$queryRaw`SELECT 1`.catch(() => {
    throw new Problem('unavailable', 'The database is not available.');
  });
  return {};
};
