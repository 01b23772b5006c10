import {
  Problem,
  type AccountsContract,
  type ContractHandler,
  type SecretsHealth,
} from '@trellis/contracts';
import type { PurgeClock } from '@trellis/database';
import type { Broker } from '@trellis/messaging';
import type { PrismaClient } from './generated/prisma/client.js';

export const checkHealth: ContractHandler<
  AccountsContract,
  'health.check',
  {
    prisma: PrismaClient;
    clock: Broker['clock'];
    purgeClock: PurgeClock;
    /** Undefined until the secrets were counted. */
    secretsHealth(): SecretsHealth | undefined;
  }
> = async ({ prisma, clock, purgeClock, secretsHealth }) => {
  await requireDatabase(prisma);
  return {
    clock_skew_ms: Math.round(clock.skewMs()),
    purging_paused: purgeClock.pause(),
    secrets: secretsHealth(),
  };
};

/** Throws `unavailable` when the database does not answer. */
export async function requireDatabase(prisma: PrismaClient): Promise<void> {
  await prisma.$queryRaw`SELECT 1`.catch(() => {
    throw new Problem('unavailable', 'The database is not available.');
  });
}
