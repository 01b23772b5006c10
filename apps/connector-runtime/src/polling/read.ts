import { query } from '@trellis/database';
import type { Tracer } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import type { ClientRow } from '../session.js';
import { inBatches } from '../batches.js';
import type { MissingDevices } from './missing-devices.js';
import {
  readPolledClients,
  type ClientColumns,
  type HookState,
  type ListenerState,
  type PolledRow,
} from './read.sql.js';
import type { KnownEntity } from './reconcile.js';

/** A client as a poll reads it. */
export interface PolledClient {
  row: ClientRow;
  /** The connector's memory for the client, encrypted. */
  memory: string | null;
  /** The entities that earlier polls found. */
  known: KnownEntity[];
  /** Null when the client has no listener. */
  listener: ListenerState | null;
  /** The newest address at which the vendor reports changes; null when there is none. */
  hook: HookState | null;
  /** Null unless many devices are missing at once. */
  missing: MissingDevices | null;
}

/** Reads a client for a poll; `undefined` when it was removed. */
export type ReadClient = (id: string) => Promise<PolledClient | undefined>;

const limits = { maxItems: 250, maxInFlight: 2 };

interface ReaderNeeds {
  pool: Pool;
  log: Pick<Logger, 'info' | 'warn'>;
  tracing?: Tracer | undefined;
}

/** Creates a reader that reads the clients whose polls begin together with one statement. Logs an outage once. */
export function createClientReader({ pool, log, tracing: tracer }: ReaderNeeds): ReadClient {
  let isFailing = false;
  const readSet = async (ids: string[]) => {
    try {
      const rows = await query(pool, readPolledClients, [ids]);
      if (isFailing) log.info('clients are read again');
      isFailing = false;
      const byId = new Map(rows.map((row) => [row.id, toClient(row)]));
      return ids.map((id) => byId.get(id));
    } catch (error) {
      if (!isFailing) log.warn({ err: error, clients: ids.length }, 'clients were not read');
      isFailing = true;
      throw error;
    }
  };
  return inBatches(readSet, { ...limits, tracer });
}

export function toClientRow({
  key,
  instanceId,
  instanceConfiguration,
  ...rest
}: Omit<ClientColumns, 'memory'>): ClientRow {
  return {
    key: BigInt(key),
    instance: { id: instanceId, configuration: instanceConfiguration },
    ...rest,
  };
}

function toClient({ memory, known, listener, hook, missing, ...rest }: PolledRow): PolledClient {
  return {
    row: { isListening: listener?.isConnected ?? false, ...toClientRow(rest) },
    memory,
    known,
    listener,
    hook,
    missing: missing && { ...missing, since: new Date(missing.since) },
  };
}
