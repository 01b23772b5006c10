import { newAccount, type Account } from '@trellis/testing';
import getPort from 'get-port';
import { startInstallation, type Installation } from '../installation.js';
import type { Target } from '../load.js';
import { start } from '../processes.js';
import { seed, type Seed } from './seed.js';

/** One side of a comparison. */
export interface Side extends Target {
  /** A separate account, so that the sides share no rows. */
  account: Account;
  seed: Seed;
  /** The processes whose CPU time counts, by name. */
  processes: Record<string, number>;
}

export interface Product extends Installation {
  trellis: Side;
  floor: Side;
  services: Record<string, number>;
}

/** Starts Trellis and the floor on one PostgreSQL, and creates the data that they read. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const installation = await startInstallation({
    // Counted as in production, but never exceeded.
    environment: { RATE_LIMIT_PER_MINUTE: '10000000', ...environment },
  });
  const { address, jwtSecret, databaseUrl, servers } = installation;
  const PORT = String(await getPort());
  const floor = await start('floorOfRequests', {
    PORT,
    DATABASE_URL: databaseUrl,
    JWT_SECRET: jwtSecret,
  });
  const services = {
    gateway: await installation.pidOf('api-gateway'),
    units: await installation.pidOf('units-service'),
    runtime: await installation.pidOf('connector-runtime'),
    accounts: await installation.pidOf('accounts-service'),
  };
  const sideAt = async (at: string, processes: Side['processes']): Promise<Side> => {
    const account = newAccount(installation);
    return { address: at, token: account.token, account, seed: await seed(account), processes };
  };
  return {
    ...installation,
    services,
    trellis: await sideAt(address, { ...services, ...servers }),
    floor: await sideAt(`http://localhost:${PORT}`, {
      floor: floor.pid,
      PostgreSQL: servers.PostgreSQL!,
    }),
    async stop() {
      floor.child.kill();
      await installation.stop();
    },
  };
}
