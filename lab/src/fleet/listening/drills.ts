import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from '../processes/fleet.js';
import type { Homes } from './homes.js';

/** Something that happens while workers listen, and how much it may cost. */
export interface ListeningDrill {
  name: string;
  /** The longest that a change may take to the app that follows the events (ms). */
  maxMs: number;
  /** The most connections to the broker within a second, for each worker. */
  maxConnectionsPerSecond?: number;
  run(scene: { fleet: Fleet; homes: Homes }): Promise<void>;
}

/** How long the broker is away (ms): many attempts to connect fail meanwhile. */
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
    // Those that listen, ten of which may connect within 100 ms, and the polls that look what was missed.
    maxConnectionsPerSecond: 200,
    async run({ homes: { broker } }) {
      await broker.halt();
      await pause(awayMs);
      await broker.start();
    },
  },
];
