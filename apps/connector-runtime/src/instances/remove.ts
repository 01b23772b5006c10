import { Problem, requireExpected, type Handler, type UnitsContract } from '@trellis/contracts';
import { isForeignKeyViolation } from '@trellis/database';
import type { RpcClient } from '@trellis/messaging';
import { writeInTurn, type Database } from '../database.js';
import { instanceVersion, requireVisibleInstance } from './read.js';
import type { Runtime } from '../runtime.js';

/** Removes an instance that has no clients. The database prevents races with new clients. */
export const removeInstance: Handler<'instances.remove', Pick<Runtime, 'database'>> = async (
  { database },
  on,
  deadline,
) => {
  const { key, developer } = await requireVisibleInstance(database, on);
  try {
    await writeInTurn(database, { developer, deadline }, async (tx) => {
      if (on.expected) {
        await tx.$queryRaw`SELECT key FROM instances WHERE key = ${key} FOR UPDATE`;
        requireExpected(instanceVersion(await requireVisibleInstance(tx, on)), on.expected);
      }
      await tx.instance.deleteMany({ where: { key } });
    });
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    const client = await database.client.findFirst({ where: { instanceKey: key } });
    throw new Problem('clients_attached', 'Delete its clients first.', {
      ...(client && { existing: { kind: 'client', id: client.id } }),
    });
  }
  return {};
};

/** Lists the clients that have to be removed first, and what would be removed with them. */
export const previewInstanceRemoval: Handler<
  'instances.preview_removal',
  { database: Database; units: RpcClient<UnitsContract> }
> = async ({ database, units }, on) => {
  const { key, developer } = await requireVisibleInstance(database, on);
  const rows = await database.client.findMany({
    where: { instanceKey: key },
    select: { id: true },
    orderBy: { key: 'asc' },
  });
  const clients = rows.map(({ id }) => id);
  const created = await units('things.of_clients', { developer, clients });
  return { clients, ...created };
};
