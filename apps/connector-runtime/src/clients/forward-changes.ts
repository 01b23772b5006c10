import { clientChange, type ClientChange } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type { WebhookEvent } from '../delivery/outbox.js';
import type { Runtime } from '../runtime.js';
import { readClientChanges, removeClientChanges } from './forward-changes.sql.js';

const batchSize = 500;

/** How often changes are forwarded (ms). */
const intervalMs = 1_000;

type Needs = Pick<Runtime, 'pool' | 'units' | 'outbox' | 'log'>;

/**
 * Forwards changes of clients to units-service, in their order. They are deleted once it has confirmed them, in the
 * transaction that stores the messages to webhooks; it stores a repeated change once.
 */
export async function forwardClientChanges({ pool, units, outbox, log }: Needs): Promise<void> {
  for (;;) {
    const rows = await query(pool, readClientChanges, [batchSize]);
    if (rows.length === 0) return;
    const changes = rows.flatMap((row) => {
      const { data, error } = clientChange.safeParse({
        ...row,
        attributes: row.attributes ?? undefined,
      });
      if (error)
        log.error({ err: error, client: row.client }, 'change of a client is invalid and dropped');
      return data ?? [];
    });
    await units('changes.record', { changes });
    const deliveries = await inTransaction(pool, async (db) => {
      await query(db, removeClientChanges, [rows.map(({ key }) => key)]);
      return outbox.add(db, changes.flatMap(toEvents));
    });
    await outbox.flush(deliveries);
  }
}

/** Returns the event for apps: wherever a client is deleted, the database records it. */
const toEvents = ({ id, developer, kind, client, ...of }: ClientChange): WebhookEvent[] => {
  if (kind !== 'client_deleted') return [];
  const { subject, attributes } = of;
  return [{ id, developer, type: kind, data: { client_id: client, subject, attributes } }];
};

/** Forwards changes of clients until the returned function is called. Logs an outage once. */
export function startForwarding(needs: Needs): () => void {
  const { log } = needs;
  let isStopped = false;
  let isWaiting = false;
  let timer: NodeJS.Timeout;
  const forward = async () => {
    try {
      await forwardClientChanges(needs);
      if (isWaiting) log.info('changes of clients are forwarded again');
      isWaiting = false;
    } catch (error) {
      if (!isWaiting) log.warn({ err: error }, 'changes of clients wait');
      isWaiting = true;
    }
    if (!isStopped) timer = setTimeout(() => void forward(), intervalMs);
  };
  void forward();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
