import type { UnitsContract } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import {
  startJobWorker,
  type Broker,
  type DurableJob,
  type RpcClient,
  type Scheduler,
} from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { z } from 'zod';
import { revokeGrant } from '../authorizations/revoke.js';
import { unregisterHookOf } from '../hooks/unregister.js';
import type { Outbox } from '../outbox/outbox.js';
import type { PollData } from '../polling/schedule.js';
import type { SessionNeeds } from '../session.js';
import { lockClient, removeClient, removeMappings } from './remove.sql.js';

export interface RemovalData {
  client: string;
}

/**
 * One job per client; its id is the client's. The delays stay below a minute, so that a removal
 * succeeds soon after its cause of failure is gone.
 */
export const removalJob = (attempts: number): DurableJob<RemovalData> => ({
  queue: 'removals',
  data: z.object({ client: z.string() }),
  attempts,
  backoff: { firstMs: 1_000, maxMs: 30_000 },
});

interface Needs extends SessionNeeds {
  pool: Pool;
  units: RpcClient<UnitsContract>;
  polls: Scheduler<PollData>;
  outbox: Outbox;
  log: Pick<Logger, 'warn' | 'error'>;
}

/** Attempts wait for units-service most of the time. */
const concurrency = 50;

/** Works on removals until the broker is closed. */
export function startRemovalWorker(
  broker: Broker,
  needs: Needs,
  job: DurableJob<RemovalData>,
): void {
  startJobWorker(broker, job, {
    handle: (data) => attemptRemoval(needs, data),
    concurrency,
    onFailure: (error, client, attempt) =>
      needs.log.warn({ client, attempt, reason: error.message }, 'removal attempt failed'),
    onSetAside: async (data) =>
      needs.log.error(data, 'removal set aside: it stopped the service three times in a row'),
  });
}

/**
 * One attempt to remove a client: its things first, for good, then its hook and its grant, then the client
 * with its mappings, then its schedule. Every step may be repeated; until the first one has succeeded the
 * client stays whole.
 */
export async function attemptRemoval(needs: Needs, { client: id }: RemovalData): Promise<void> {
  const { database, pool, units, polls, outbox } = needs;
  const client = await database.client.findUnique({ where: { id } });
  if (client) {
    const { developer, subject, tokens } = client;
    await units('things.remove_all', { developer, clients: [id] });
    await unregisterHookOf(needs, client);
    if (tokens !== null) await revokeGrant(needs, id);
    const deliveries = await inTransaction(pool, async (db) => {
      await query(db, lockClient, [id]);
      const mappings = await query(db, removeMappings, [id]);
      await query(db, removeClient, [id]);
      const events = mappings.map(({ thing }) => ({
        developer,
        type: 'thing_deleted' as const,
        data: { thing_id: thing, client_id: id, subject },
      }));
      return outbox.add(db, events);
    });
    await outbox.flush(deliveries);
  }
  await polls.stop(id);
}
