import { setTimeout as pause } from 'node:timers/promises';
import { newAccount, waitFor } from '@trellis/testing';
import { createClients } from '../../clients.js';
import { mqttDiscovery, startHomes } from '../../homes.js';
import { sum } from '../../numbers.js';
import type { Fleet } from '../fleet.js';

export type ListeningScene = Awaited<ReturnType<typeof createListeningScene>>;

/** Creates clients of a new broker, waits until each has a listener, and follows the events as an app. */
export async function createListeningScene(fleet: Fleet, count: number) {
  const { address, servers } = fleet;
  const { jwtSecret, postgres } = servers;
  const homes = await startHomes(count);
  try {
    const account = newAccount({ address, jwtSecret }, { lifetimeSeconds: 24 * 3600 });
    await createClients(account, {
      connector: mqttDiscovery,
      instance: { broker_url: homes.broker.url },
      count,
      name: 'subject',
      configurationOf: homes.configurationOf,
    });
    /** Returns the number of established connections of each worker. */
    const connectedByWorker = async () => {
      const rows = await postgres.query<{ clients: number }>(
        `SELECT count(*)::int AS clients FROM connectors.listeners
         WHERE state = 'connected' AND until > now() GROUP BY worker`,
      );
      return rows.map(({ clients }) => clients);
    };
    const areConnected = async () => sum(await connectedByWorker()) === count;
    await waitFor(areConnected, { within: 300_000, every: 500, what: 'the connections' });
    const stream = await homes.follow({ address, token: account.token });
    return {
      fleet,
      homes,
      stream,
      connectedByWorker,
      async stop(): Promise<void> {
        stream.stop();
        await homes.stop();
      },
    };
  } catch (error) {
    await homes.stop();
    throw error;
  }
}

export interface ListeningDrill {
  name: string;
  /** Maximum latency of a change to the app that follows the events (ms). */
  maxMs: number;
  /** Maximum number of connections to the broker per worker within a second. */
  maxConnectionsPerSecond?: number;
  run(scene: ListeningScene): Promise<void>;
}

/** Downtime of the broker, in which many attempts to connect fail (ms). */
const awayMs = 10_000;

const workers = (fleet: Fleet) => fleet.processesOf('connector-runtime').length;

export const listeningDrills: readonly ListeningDrill[] = [
  {
    name: 'a worker killed while it listens',
    maxMs: 30_000,
    run: ({ fleet }) => fleet.kill('connector-runtime', 1),
  },
  {
    name: 'a worker added while others listen',
    maxMs: 10_000,
    run: ({ fleet }) => fleet.scale('connector-runtime', workers(fleet) + 1),
  },
  {
    name: 'a worker drained while it listens',
    maxMs: 10_000,
    run: ({ fleet }) => fleet.scale('connector-runtime', workers(fleet) - 1),
  },
  {
    name: 'a broker restarted while all listen',
    maxMs: 60_000,
    // Listeners, ten of which may connect within 100 ms, and the polls for missed changes.
    maxConnectionsPerSecond: 200,
    async run({ homes: { broker } }) {
      await broker.halt();
      await pause(awayMs);
      await broker.start();
    },
  },
];
