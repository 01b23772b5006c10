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
} from './leases.sql.js';

/** The state of a listener's connection, as it is stored and shown. */
export type ConnectionState = 'connecting' | 'connected' | 'disconnected';

/** The most flooding devices that are shown of a client. */
const maxFlooding = 20;

interface LeaseOptions {
  worker: string;
  /** How long a lease lasts unless it is renewed (ms). */
  leaseMs: number;
  /** Time after its last heartbeat when a worker counts as gone (ms). */
  absentAfterMs: number;
}

/** The leases of one worker in the database. Each client is leased to one worker at a time. */
export type Leases = ReturnType<typeof createLeases>;

export function createLeases(pool: Pool, { worker, leaseMs, absentAfterMs }: LeaseOptions) {
  const storeAll = async (states: { key: string; state: ConnectionState }[]) => {
    // Keeps only the latest state of each connection.
    const latest = new Map(states.map(({ key, state }) => [key, state]));
    await query(pool, storeStates, [worker, [...latest.keys()], [...latest.values()]]);
    return states.map(() => undefined);
  };
  const storeState = inBatches(storeAll, { maxItems: 500, maxInFlight: 1 });

  return {
    /** Sends a heartbeat of this worker; returns the ids of all workers that are alive. */
    async report(): Promise<string[]> {
      const rows = await query(pool, reportWorker, [worker, absentAfterMs]);
      return [...new Set([...rows.map(({ id }) => id), worker])];
    },
    /** Withdraws this worker from those that get clients. */
    async withdraw(): Promise<void> {
      await query(pool, withdrawWorker, [worker]);
    },
    /** Finds clients without a worker, at most `perDeveloper` of each developer. */
    findVacant: ({ total, perDeveloper }: { total: number; perDeveloper: number }) =>
      query(pool, findVacant, [total, perDeveloper]),
    /** Leaves clients without a worker for a while. */
    async postpone(keys: string[], forMs: number): Promise<void> {
      if (keys.length > 0) await query(pool, postponeListeners, [keys, forMs]);
    },
    /** Claims clients; returns the keys of those that this worker got. */
    async claim(keys: string[]): Promise<string[]> {
      if (keys.length === 0) return [];
      const rows = await query(pool, claimListeners, [worker, leaseMs, keys]);
      return rows.map(({ key }) => key);
    },
    /** Renews leases; returns those that this worker still holds, each with a digest of its configuration. */
    async renew(keys: string[]): Promise<Map<string, string>> {
      if (keys.length === 0) return new Map();
      const rows = await query(pool, renewListeners, [worker, leaseMs, keys]);
      return new Map(rows.map(({ key, configuration }) => [key, configuration]));
    },
    /** Releases leases, so that another worker can claim them at once. */
    async release(keys: string[]): Promise<void> {
      if (keys.length > 0) await query(pool, releaseListeners, [worker, keys]);
    },
    async storeState(key: string, state: ConnectionState): Promise<void> {
      await storeState({ key, state });
    },
    /** Stores which devices of a client report too often. */
    async storeFlooding(key: string, devices: string[]): Promise<void> {
      await query(pool, storeFlooding, [worker, key, devices.slice(0, maxFlooding)]);
    },
  };
}
