import { recordOperatorActions } from '../accounts/operator-actions.js';
import type { Runtime } from '../runtime.js';

/** A client that has things in units-service but is not in this database. */
export interface Orphan {
  id: string;
  developer: string;
}

type Needs = Pick<Runtime, 'database' | 'units'>;

const defaultPageSize = 1_000;

/**
 * Finds clients that have things but are unknown here, for instance after backups from two moments were restored, and
 * counts the known ones. A client is stored before its first thing, so none of them is merely new.
 */
export async function findOrphans(
  { database, units }: Needs,
  { pageSize: limit = defaultPageSize }: { pageSize?: number } = {},
): Promise<{ known: number; orphans: Orphan[] }> {
  const orphans: Orphan[] = [];
  let known = 0;
  let after: string | undefined;
  do {
    const page = await units('things.clients', { limit, after });
    const ids = page.clients.map(({ id }) => id);
    const rows = await database.client.findMany({
      where: { id: { in: ids } },
      select: { id: true },
    });
    const stored = new Set(rows.map(({ id }) => id));
    known += stored.size;
    orphans.push(...page.clients.filter(({ id }) => !stored.has(id)));
    after = page.next;
  } while (after !== undefined);
  return { known, orphans };
}

/** How many clients lose their things in one transaction. */
const batchSize = 20;

/** Removes the things of orphans, after an entry in the audit log of each account. */
export async function removeOrphans(
  { database, units }: Needs,
  orphans: readonly Orphan[],
  { operator }: { operator: string },
): Promise<void> {
  for (const [developer, ids] of byDeveloper(orphans)) {
    for (let start = 0; start < ids.length; start += batchSize) {
      const clients = ids.slice(start, start + batchSize);
      const resource = { type: 'connector_client', ids: clients };
      const operation = 'remove_orphans';
      await recordOperatorActions(database, [{ developer, operator, operation, resource }]);
      await units('things.remove_all', { developer, clients });
    }
  }
}

function byDeveloper(orphans: readonly Orphan[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { developer, id } of orphans) {
    ids.set(developer, [...(ids.get(developer) ?? []), id]);
  }
  return ids;
}
