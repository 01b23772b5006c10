import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKey } from '@trellis/sealing';
import { CommandError } from '../command-line.js';

/**
 * The secrets of an installation whose PostgreSQL and Redis are the hosts `postgres` and `redis`: the
 * variables of each program that has any, new at each call.
 */
export function generateEnvironments(): Record<string, Record<string, string>> {
  const password = () => randomBytes(24).toString('base64url');
  const [units, connectors, accounts] = [password(), password(), password()];
  const databaseOf = (role: string, secret: string) => ({
    DATABASE_URL: `postgresql://${role}:${secret}@postgres:5432/trellis`,
  });
  const queue = { REDIS_URL: 'redis://redis:6379' };
  const sealing = { SECRETS_KEYS: generateKey() };
  const jwt = { JWT_SECRET: randomBytes(48).toString('base64url') };
  return {
    postgres: {
      POSTGRES_PASSWORD: password(),
      UNITS_PASSWORD: units,
      CONNECTORS_PASSWORD: connectors,
      ACCOUNTS_PASSWORD: accounts,
    },
    'units-service': { ...databaseOf('trellis_units', units), ...queue },
    'connector-runtime': {
      ...databaseOf('trellis_connectors', connectors),
      ...queue,
      ...sealing,
    },
    'accounts-service': { ...databaseOf('trellis_accounts', accounts), ...queue, ...sealing },
    'api-gateway': { ...queue, ...sealing, ...jwt },
    demo: { DEMO_CLIENT_SECRET: randomBytes(32).toString('base64url') },
  };
}

/** Writes generated secrets into a new folder, an environment file for each program. */
export function writeSecrets(folder: string): void {
  // Without its key, nothing that it encrypted can be read again.
  if (existsSync(folder)) throw new CommandError(`${folder} exists: secrets are not overwritten.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [program, environment] of Object.entries(generateEnvironments())) {
    const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(folder, `${program}.env`), lines.join(''), { mode: 0o600 });
  }
}
