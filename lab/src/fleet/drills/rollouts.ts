import { generateKey } from '@trellis/sealing';
import { waitFor, type ServiceName } from '@trellis/testing';
import { runProgram } from '../../system/service.js';
import type { Drill } from './drill.js';

/** Creates the drill of a rollout, which may cost nothing. */
const rollout = (name: string, run: Drill['run']): Drill => ({
  name,
  maxMissed: 0,
  maxGapMs: 10_000,
  hasCallers: true,
  run,
});

const rollingUpdate = (service: ServiceName): Drill =>
  rollout(`rolling update of ${service}`, async ({ fleet }) => {
    await fleet.roll(service);
    return [];
  });

const keyId = (keys: string) => keys.split(':')[0]!;

/** A key is replaced as docs/operate.md says: all processes know it before one uses it. */
const replacedKey = rollout('a new key for secrets', async ({ fleet }) => {
  const { secretsKeys, postgres } = fleet.servers;
  const key = generateKey();
  for (const SECRETS_KEYS of [`${secretsKeys},${key}`, `${key},${secretsKeys}`]) {
    await fleet.roll('connector-runtime', { SECRETS_KEYS });
    await fleet.roll('api-gateway', { SECRETS_KEYS });
  }
  const DATABASE_URL = postgres.url('trellis_connectors');
  await runProgram({
    ...fleet.servers.programOf('connector-runtime'),
    program: 'rotate-secrets',
    environment: { DATABASE_URL },
  });
  const areSealed = async () => {
    const left = await postgres.query(
      'SELECT id FROM connectors.clients WHERE configuration NOT LIKE $1 LIMIT 1',
      [`%.${keyId(key)}.%`],
    );
    return left.length === 0;
  };
  await waitFor(areSealed, { what: 'the encryption with the new key', every: 500 });
  return [];
});

export const rolloutDrills: Drill[] = [
  rollingUpdate('connector-runtime'),
  rollingUpdate('units-service'),
  rollingUpdate('api-gateway'),
  replacedKey,
];
