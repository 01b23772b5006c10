import { randomBytes } from 'node:crypto';
import { generateKey } from '@trellis/sealing';

/**
 * The secrets of an installation whose PostgreSQL and Redis are the hosts `postgres` and `redis`: the
 * variables of each program that has any, new at each call.
 */
export function generateEnvironments(): Record<string, Record<string, string>> {
  const password = randomBytes(24).toString('base64url');
  const database = {
    DATABASE_URL: `postgresql://trellis:${password}@postgres:5432/trellis`,
  };
  const queue = { REDIS_URL: 'redis://redis:6379' };
  const sealing = { SECRETS_KEYS: generateKey() };
  const jwt = { JWT_SECRET: randomBytes(48).toString('base64url') };
  return {
    postgres: { POSTGRES_PASSWORD: password },
    migrations: database,
    'units-service': { ...database, ...queue },
    'connector-runtime': { ...database, ...queue, ...sealing },
    'api-gateway': { ...queue, ...sealing, ...jwt },
    demo: { DEMO_CLIENT_SECRET: randomBytes(32).toString('base64url') },
  };
}
