import { setTimeout as pause } from 'node:timers/promises';
import { generateKey } from '@trellis/sealing';
import { waitFor, type ServiceName } from '@trellis/testing';
import { range, sum } from '../numbers.js';
import { runProgram } from '../system/service.js';
import type { Fleet } from './fleet.js';
import type { Clients } from './watched/clients.js';
import type { Remote } from './watched/remote.js';

export interface Scene {
  fleet: Fleet;
  remote: Remote;
  clients: Clients;
}

/** An incident in a fleet, and the limits of its cost. */
export interface Drill {
  name: string;
  /** Maximum share of due polls that may be missed. */
  maxMissed: number;
  /** Maximum time between two polls of one client (ms). */
  maxGapMs: number;
  /** Whether callers send requests meanwhile, none of which may fail. */
  hasCallers?: boolean;
  /** Whether polls of a client may be late and are not counted. */
  mayWait?(client: number): boolean;
  /** Causes the incident and ends it. Returns failures. */
  run(scene: Scene): Promise<string[]>;
}

/** Drops the data of Redis, including a removal that must continue. */
const lossOfQueues = (name: string, lose: (scene: Scene) => Promise<void>): Drill => ({
  name,
  maxMissed: 1,
  maxGapMs: 60_000,
  async run(scene) {
    const isRemoved = await promiseRemoval(scene, () => lose(scene));
    await waitFor(isRemoved, { within: 60_000, every: 500 }).catch(() => undefined);
    return (await isRemoved()) ? [] : ['a removal that was promised is lost'];
  },
});

/**
 * Makes a removal fail by stopping units-service, and calls `meanwhile` before the next attempt. Returns a function
 * that tells whether the client is gone.
 */
async function promiseRemoval(
  { fleet, clients }: Scene,
  meanwhile: () => Promise<void>,
): Promise<() => Promise<boolean>> {
  const path = await clients.createOther();
  const unitsServices = fleet.processesOf('units-service');
  for (const process of unitsServices) process.kill('SIGSTOP');
  const { status } = await clients.account.request('DELETE', path);
  if (status < 500) throw new Error(`A removal without units-service was answered ${status}.`);
  await meanwhile();
  for (const process of unitsServices) process.kill('SIGCONT');
  return async () => (await clients.account.request('GET', path)).status === 404;
}

const stoppedMs = 30_000;

/** Time until locks expire and the jobs of a lost worker are claimed (ms). */
const takeoverMs = 10_000;

/** Whether the polls of a client find a change while nothing can be stored. */
const findsChange = (client: number): boolean => client % 4 === 0;

/** Time limit for storing what was found, once that is possible (ms). */
const publishMs = 30_000;

interface Absence {
  name: string;
  awayMs: number;
  leave(scene: Scene): Promise<void>;
  comeBack(scene: Scene): Promise<void>;
}

/**
 * Stops a dependency that polls need to store changes. Polls without changes go on; the others publish their results
 * when it is back, without fetching them a second time.
 */
const absence = ({ name, awayMs, leave, comeBack }: Absence): Drill => ({
  name,
  maxMissed: 0,
  maxGapMs: 10_000,
  mayWait: findsChange,
  async run(scene) {
    const { remote, clients } = scene;
    const changed = range(clients.count).filter(findsChange);
    await leave(scene);
    const title = `Found while ${name}`;
    remote.rename(title, findsChange);
    const leftAt = performance.now();
    await pause(awayMs);
    const returnedAt = performance.now();
    const repeated = changed.map((client) => {
      const polls = remote.polls.get(client)!;
      const fetches = polls.filter(({ beganAt }) => beganAt > leftAt && beganAt < returnedAt);
      return Math.max(0, fetches.length - 1);
    });
    await comeBack(scene);
    const areStored = async () => (await clients.countThings(title)) === changed.length;
    await waitFor(areStored, { within: publishMs, every: 250 }).catch(() => undefined);
    return [
      ...(sum(repeated) > 0 ? [`${sum(repeated)} polls were repeated`] : []),
      ...((await areStored()) ? [] : ['changes were not stored']),
    ];
  },
});

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
    for (const service of ['connector-runtime', 'accounts-service', 'api-gateway'] as const) {
      await fleet.roll(service, { SECRETS_KEYS });
    }
  }
  await runProgram({
    ...fleet.servers.programOf('connector-runtime'),
    program: 'rotate-secrets',
    environment: { DATABASE_URL: postgres.url('trellis_connectors') },
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

export const drills: readonly Drill[] = [
  lossOfQueues('Redis emptied', async ({ fleet }) => {
    await fleet.servers.redis!.administer((connection) => connection.flushall());
  }),
  lossOfQueues('Redis restarted empty', async ({ fleet }) => {
    const redis = fleet.servers.redis!;
    await redis.crash();
    redis.forget();
    await redis.start();
  }),
  {
    name: 'a worker killed',
    maxMissed: 0.03,
    maxGapMs: takeoverMs,
    async run({ fleet }) {
      await fleet.kill('connector-runtime', 1);
      await pause(takeoverMs);
      return [];
    },
  },
  {
    name: 'a worker stopped for 30 s',
    maxMissed: 0.03,
    maxGapMs: takeoverMs,
    async run({ fleet }) {
      const [worker] = fleet.processesOf('connector-runtime');
      worker!.kill('SIGSTOP');
      await pause(stoppedMs);
      worker!.kill('SIGCONT');
      return [];
    },
  },
  {
    name: 'two workers added',
    maxMissed: 0,
    maxGapMs: takeoverMs,
    async run({ fleet }) {
      await fleet.scale('connector-runtime', fleet.processesOf('connector-runtime').length + 2);
      return [];
    },
  },
  absence({
    name: 'PostgreSQL away for 5 s',
    awayMs: 5_000,
    leave: ({ fleet }) => fleet.servers.postgres.crash(),
    comeBack: ({ fleet }) => fleet.servers.postgres.start(),
  }),
  absence({
    name: 'units-service away for 20 s',
    awayMs: 20_000,
    leave: ({ fleet }) => fleet.kill('units-service', fleet.processesOf('units-service').length),
    comeBack: ({ fleet }) => fleet.scale('units-service', 1),
  }),
  rollingUpdate('connector-runtime'),
  rollingUpdate('units-service'),
  rollingUpdate('api-gateway'),
  replacedKey,
];
