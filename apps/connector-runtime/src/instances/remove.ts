import { Problem, type Caller } from '@trellis/contracts';
import { isForeignKeyViolation } from '@trellis/database';
import type { Runtime } from '../runtime.js';
import { findInstance } from './read.js';

interface OnInstance {
  caller: Caller;
  id: string;
}

/** Removes an instance that has no clients; the database decides when a client races it. */
export async function removeInstance(
  runtime: Runtime,
  { caller, id }: OnInstance,
): Promise<Record<string, never>> {
  const { key } = await findInstance(runtime, caller, id);
  try {
    await runtime.database.instance.deleteMany({ where: { key } });
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    const client = await runtime.database.client.findFirst({ where: { instanceKey: key } });
    throw new Problem('clients_attached', 'Delete its clients first.', {
      ...(client && { existing: { kind: 'client', id: client.id } }),
    });
  }
  return {};
}

/** What would have to go before the instance could, and with it. */
export async function previewInstanceRemoval(runtime: Runtime, { caller, id }: OnInstance) {
  const { key, developer } = await findInstance(runtime, caller, id);
  const clients = await runtime.database.client.findMany({
    where: { instanceKey: key },
    select: { id: true },
    orderBy: { key: 'asc' },
  });
  const ids = clients.map((client) => client.id);
  const made = await runtime.units('things.of_clients', { developer, clients: ids });
  return { clients: ids, ...made };
}
