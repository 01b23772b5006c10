import { query } from '@trellis/database';
import type { Tracer } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import type { ClientRow } from '../session.js';
import { inSets } from '../sets.js';
import {
  readPolledClients,
  type HookState,
  type ListenerState,
  type PolledRow,
} from './read.sql.js';
import type { HeldSweep } from './missing-devices.js';
import type { KnownEntity } from './reconcile.js';

/** What a poll starts with. */
export interface PolledClient {
  row: ClientRow;
  /** The connector's memory for the client, encrypted. */
  memory: string | null;
  /** What the polls before found. */
  known: KnownEntity[];
  /** Null unless it is listened for. */
  listener: ListenerState | null;
  /** The newest address at which its vendor tells changes; null when there is none. */
  hook: HookState | null;
  /** Null unless many of its devices are missing at once. */
  sweep: HeldSweep | null;
  /** Whether it is what an earlier poll has read: it may have changed since. */
  isRecalled?: boolean;
}

/** Reads a client for a poll; `undefined` when it was removed. */
export type ReadClient = (id: string) => Promise<PolledClient | undefined>;

const limits = { maxItems: 250, maxInFlight: 2 };

interface ReaderNeeds {
  pool: Pool;
  log: Pick<Logger, 'info' | 'warn'>;
  tracing?: Tracer | undefined;
}

/** Reads the clients whose polls begin together with one statement; an outage is logged once. */
export function clientReader({ pool, log, tracing: tracer }: ReaderNeeds): ReadClient {
  let isAway = false;
  const readSet = async (ids: string[]) => {
    try {
      const rows = await query(pool, readPolledClients, [ids]);
      if (isAway) log.info('clients are read again');
      isAway = false;
      const byId = new Map(rows.map((row) => [row.id, toClient(row)]));
      return ids.map((id) => byId.get(id));
    } catch (error) {
      if (!isAway) log.warn({ err: error, clients: ids.length }, 'clients were not read');
      isAway = true;
      throw error;
    }
  };
  return inSets(readSet, { ...limits, tracer });
}

function toClient(read: PolledRow): PolledClient {
  const { key, instanceId, instanceConfiguration, memory, known, listener, hook, ...more } = read;
  const { sweep, ...rest } = more;
  const isListening = listener?.isConnected ?? false;
  const instance = { id: instanceId, configuration: instanceConfiguration };
  const row = { key: BigInt(key), instance, isListening, ...rest };
  const held = sweep && { ...sweep, since: new Date(sweep.since) };
  return { row, memory, known, listener, hook, sweep: held };
}
