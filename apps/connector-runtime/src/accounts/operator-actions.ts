import { auditEntry, Problem, type AuditEntry } from '@trellis/contracts';
import { v7 as newId } from 'uuid';
import type { Queries } from '../database.js';
import type { Runtime } from '../runtime.js';

/** An action of an operator on an account. */
export interface OperatorAction extends Pick<AuditEntry, 'developer' | 'operation' | 'resource'> {
  /** The user who ran the command, or the service that acted on its configuration. */
  operator: string;
}

/** Adds entries to the audit log, in the transaction of the action. */
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

const batchSize = 500;

type Needs = Pick<Runtime, 'database' | 'units'>;

/** Forwards pending entries to units-service, and deletes them once it has confirmed them. It stores each once. */
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
