import type { Handler } from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type { Database } from '../database.js';
import type { Registry } from '../registry.js';
import { requireVisibleInstance } from './visible.js';

/** An instance shows so many of its clients; all are in the list of clients. */
const maxClients = 1000;

export const listInstances: Handler<'instances.list', { database: Database }> = async (
  { database },
  { caller: { developer }, page },
) => {
  const { after, take } = pageRange(page);
  const rows = await database.instance.findMany({
    where: { developer, key: { gt: after } },
    select: { id: true, key: true },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, ({ id }) => id);
};

export const readInstance: Handler<
  'instances.read',
  { database: Database; registry: Registry }
> = async ({ database, registry }, on) => {
  const { id, key, connectorType } = await requireVisibleInstance(database, on);
  const clients = await database.client.findMany({
    where: { instanceKey: key },
    select: { id: true },
    orderBy: { key: 'asc' },
    take: maxClients,
  });
  return {
    id,
    connector: registry.get(connectorType).id,
    clients: clients.map((client) => client.id),
  };
};
