import { query } from '@trellis/database';
import type { Pool } from 'pg';
import { inBatches } from '../batches.js';
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

/** The state of a listener's connection, as it is stored and shown. */
export type ConnectionState = 'connecting' | 'connected' | 'disconnected';

/** The leases of one worker in the database. Each client is leased to one worker at a time. */
export interface Leases {
  /** Sends a heartbeat of this worker; returns the ids of all workers that are alive. */
  report(): Promise<string[]>;
  /** Withdraws this worker from those that get clients. */
  withdraw(): Promise<void>;
  /** Finds clients without a worker, at most `perDeveloper` of each developer. */
  findVacant(limits: { total: number; perDeveloper: number }): Promise<VacantRow[]>;
  /** Leaves clients without a worker for a while. */
  postpone(keys: string[], forMs: number): Promise<void>;
  /** Claims clients; returns the keys of those that this worker got. */
  claim(keys: string[]): Promise<string[]>;
  /** Renews leases; returns those that this worker still holds, each with a digest of its configuration. */
  renew(keys: string[]): Promise<Map<string, string>>;
  /** Releases leases, so that another worker can claim them at once. */
  release(keys: string[]): Promise<void>;
  /** Stores the state of a client's connection. */
  storeState(key: string, state: ConnectionState): Promise<void>;
  /** Stores which devices of a client report too often. */
  storeFlooding(key: string, devices: string[]): Promise<void>;
}

/** The most flooding devices that are shown of a client. */
const maxFlooding = 20;

interface LeaseOptions {
  worker: string;
  /** How long a lease lasts unless it is renewed (ms). */
  leaseMs: number;
  /** Time after its last heartbeat when a worker counts as gone (ms). */
  absentAfterMs: number;
}

export function createLeases(pool: Pool, { worker, leaseMs, absentAfterMs }: LeaseOptions): Leases {
  const storeAll = async (states: { key: string; state: ConnectionState }[]) => {
    // Keeps only the latest state of each connection.
    const latest = new Map(states.map(({ key, state }) => [key, state]));
    await query(pool, storeStates, [worker, [...latest.keys()], [...latest.values()]]);
    return states.map(() => undefined);
  };
  const storeState = inBatches(storeAll, { maxItems: 500, maxInFlight: 1 });

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
