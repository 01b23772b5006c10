import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from '../processes/fleet.js';
import type { Homes } from './homes.js';

/** An incident while workers listen, and the limits of its cost. */
export interface ListeningDrill {
  name: string;
  /** Maximum latency of a change to the app that follows the events (ms). */
  maxMs: number;
  /** Maximum number of connections to the broker per worker within a second. */
  maxConnectionsPerSecond?: number;
  run(scene: { fleet: Fleet; homes: Homes }): Promise<void>;
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
