import { clientChange, Problem, type UnitsContract } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { RpcClient } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { readClientChanges, removeClientChanges } from './forward-changes.sql.js';

/** How many changes are forwarded at once. */
const batchSize = 500;

/** How often it is looked whether there are some (ms). */
const intervalMs = 1_000;

interface Needs {
  pool: Pool;
  units: RpcClient<UnitsContract>;
}

/**
 * Has units-service store how clients have changed, in their order. What it does not answer for stays, and may be
 * stored already: it stores each change once, whoever tells it.
 */
export async function forwardClientChanges({ pool, units }: Needs): Promise<void> {
  for (;;) {
    const rows = await query(pool, readClientChanges, [batchSize]);
    if (rows.length === 0) return;
    try {
      await units('changes.record', { changes: rows.map((row) => clientChange.parse(row)) });
    } catch (error) {
      if (error instanceof Problem) return;
      throw error;
    }
    await query(pool, removeClientChanges, [rows.map(({ key }) => key)]);
  }
}

/** Forwards changes of clients as they come, until the returned function is called. */
export function startForwarding(needs: Needs & { log: Pick<Logger, 'warn'> }): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const forward = async () => {
    await forwardClientChanges(needs).catch((error: unknown) =>
      needs.log.warn({ err: error }, 'changes of clients wait'),
    );
    if (!isStopped) timer = setTimeout(() => void forward(), intervalMs);
  };
  void forward();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
