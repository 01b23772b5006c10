import { clientChange } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Runtime } from '../runtime.js';
import { readClientChanges, removeClientChanges } from './forward-changes.sql.js';

const batchSize = 500;

/** How often changes are forwarded (ms). */
const intervalMs = 1_000;

type Needs = Pick<Runtime, 'pool' | 'units' | 'log'>;

/**
 * Forwards changes of clients to units-service, in their order. They are deleted once it has confirmed them; it stores
 * a repeated change once.
 */
export async function forwardClientChanges({ pool, units, log }: Needs): Promise<void> {
  for (;;) {
    const rows = await query(pool, readClientChanges, [batchSize]);
    if (rows.length === 0) return;
    const changes = rows.flatMap((row) => {
      const { data, error } = clientChange.safeParse(row);
      if (error)
        log.error({ err: error, client: row.client }, 'change of a client is invalid and dropped');
      return data ?? [];
    });
    await units('changes.record', { changes });
    await query(pool, removeClientChanges, [rows.map(({ key }) => key)]);
  }
}

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
