import { auditEntry, Problem, type AuditEntry, type UnitsContract } from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import { v7 as newId } from 'uuid';
import type { Database, Queries } from '../database.js';

/** Something that an operator did to an account. */
export interface OperatorAction extends Pick<AuditEntry, 'developer' | 'operation' | 'resource'> {
  /** The user who ran the command, or the service that was told to by its configuration. */
  operator: string;
}

/** Leaves entries in the audit log, in the transaction of what they tell of. */
export async function recordOperatorActions(
  tx: Queries,
  actions: readonly OperatorAction[],
): Promise<void> {
  const entries = actions.map(({ operator, ...action }): AuditEntry => ({
    id: newId(),
    actor: { type: 'operator', id: operator },
    ...action,
  }));
  await tx.pendingAuditEntry.createMany({
    data: entries.map((entry) => ({ id: entry.id, entry: JSON.stringify(entry) })),
  });
}

/** How many entries are forwarded at once. */
const batchSize = 500;

interface Needs {
  database: Database;
  units: RpcClient<UnitsContract>;
}

/**
 * Has units-service store the pending entries. Those that it does not answer for stay, and may be stored
 * already: it stores each once.
 */
export async function forwardAuditEntries({ database, units }: Needs): Promise<void> {
  for (;;) {
    const pending = await database.pendingAuditEntry.findMany({
      orderBy: { id: 'asc' },
      take: batchSize,
    });
    if (pending.length === 0) return;
    const entries = pending.map(({ entry }) => auditEntry.parse(JSON.parse(entry)));
    try {
      await units('audit.record', { entries });
    } catch (error) {
      if (error instanceof Problem) return;
      throw error;
    }
    const ids = pending.map(({ id }) => id);
    await database.pendingAuditEntry.deleteMany({ where: { id: { in: ids } } });
  }
}
