import { query } from '@trellis/database';
import type { Pool } from 'pg';
import { inSets } from '../sets.js';
import {
  claimListeners,
  findVacant,
  postponeListeners,
  releaseListeners,
  renewListeners,
  reportWorker,
  storeFlooding,
  storeStates,
  withdrawWorker,
  type VacantRow,
} from './leases.sql.js';

/** How the connection of a listener is, as it is stored and shown. */
export type ConnectionState = 'connecting' | 'connected' | 'disconnected';

/** The leases of one worker in the database: each client is leased to one worker at a time. */
export interface Leases {
  /** Says that this worker is there, and returns the ids of all that are. */
  report(): Promise<string[]>;
  /** Says that this worker takes no more clients. */
  withdraw(): Promise<void>;
  /** Clients for which no worker listens, of each developer no more than `perDeveloper`. */
  findVacant(limits: { total: number; perDeveloper: number }): Promise<VacantRow[]>;
  /** Leaves clients without a worker for a while (ms). */
  postpone(keys: string[], forMs: number): Promise<void>;
  /** Leases clients; returns the keys of those that this worker got. */
  claim(keys: string[]): Promise<string[]>;
  /** Renews leases; returns those that this worker still has, each with a digest of its configuration. */
  renew(keys: string[]): Promise<Map<string, string>>;
  /** Ends leases, so that another worker may have them at once. */
  release(keys: string[]): Promise<void>;
  /** Stores how the connection for a client is. */
  storeState(key: string, state: ConnectionState): Promise<void>;
  /** Stores which devices of a client speak too often. */
  storeFlooding(key: string, devices: string[]): Promise<void>;
}

/** How many devices that speak too often are shown of a client. */
const maxFlooding = 20;

interface LeaseOptions {
  worker: string;
  /** How long a lease lasts unless it is renewed (ms). */
  leaseMs: number;
  /** How long after its last report a worker counts as gone (ms). */
  absentAfterMs: number;
}

export function createLeases(pool: Pool, { worker, leaseMs, absentAfterMs }: LeaseOptions): Leases {
  const storeAll = async (states: { key: string; state: ConnectionState }[]) => {
    // Of the states of one connection the last one counts.
    const latest = new Map(states.map(({ key, state }) => [key, state]));
    await query(pool, storeStates, [worker, [...latest.keys()], [...latest.values()]]);
    return states.map(() => undefined);
  };
  const storeState = inSets(storeAll, { maxItems: 500, maxInFlight: 1 });

  return {
    async report() {
      const rows = await query(pool, reportWorker, [worker, absentAfterMs]);
      return [...new Set([...rows.map(({ id }) => id), worker])];
    },
    async withdraw() {
      await query(pool, withdrawWorker, [worker]);
    },
    findVacant: ({ total, perDeveloper }) => query(pool, findVacant, [total, perDeveloper]),
    async postpone(keys, forMs) {
      if (keys.length > 0) await query(pool, postponeListeners, [keys, forMs]);
    },
    async claim(keys) {
      if (keys.length === 0) return [];
      const rows = await query(pool, claimListeners, [worker, leaseMs, keys]);
      return rows.map(({ key }) => key);
    },
    async renew(keys) {
      if (keys.length === 0) return new Map();
      const rows = await query(pool, renewListeners, [worker, leaseMs, keys]);
      return new Map(rows.map(({ key, configuration }) => [key, configuration]));
    },
    async release(keys) {
      if (keys.length > 0) await query(pool, releaseListeners, [worker, keys]);
    },
    async storeState(key, state) {
      await storeState({ key, state });
    },
    async storeFlooding(key, devices) {
      await query(pool, storeFlooding, [worker, key, devices.slice(0, maxFlooding)]);
    },
  };
}
