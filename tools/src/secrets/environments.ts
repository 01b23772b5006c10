import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { generateKey } from '@trellis/sealing';
import { CommandError } from '../command-line.js';

type Environment = Record<string, string>;

const password = () => randomBytes(24).toString('base64url');

/**
 * The secrets of an installation whose PostgreSQL and Redis are the hosts `postgres` and `redis`: the
 * variables of each program that has any, new at each call.
 */
export function generateEnvironments(): Record<string, Environment> {
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
    writeEnvironment(fileIn(folder, program), environment);
  }
}

/** Whether a folder has the secrets of a release without accounts-service. */
export const lacksAccounts = (folder: string): boolean =>
  existsSync(fileIn(folder, 'connector-runtime')) &&
  !existsSync(fileIn(folder, 'accounts-service'));

/** Adds the secrets of accounts-service, with the keys and the servers of connector-runtime. */
export function addAccounts(folder: string): void {
  const [postgres, connectorRuntime] = ['postgres', 'connector-runtime'].map(
    (program) => parseEnv(readFileSync(fileIn(folder, program), 'utf8')) as Environment,
  ) as [Environment, Environment];
  const secret = postgres.ACCOUNTS_PASSWORD ?? password();
  if (postgres.ACCOUNTS_PASSWORD === undefined)
    appendFileSync(fileIn(folder, 'postgres'), `\nACCOUNTS_PASSWORD=${secret}\n`);
  const { DATABASE_URL, REDIS_URL, SECRETS_KEYS } = connectorRuntime;
  const database = new URL(DATABASE_URL!);
  Object.assign(database, { username: 'trellis_accounts', password: secret });
  writeEnvironment(fileIn(folder, 'accounts-service'), {
    DATABASE_URL: database.href,
    REDIS_URL: REDIS_URL!,
    SECRETS_KEYS: SECRETS_KEYS!,
  });
}

const fileIn = (folder: string, program: string) => join(folder, `${program}.env`);

function writeEnvironment(file: string, environment: Environment): void {
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
}
