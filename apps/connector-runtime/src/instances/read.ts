import { Problem, type Caller, type Page, type PageOfIds } from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import { connectorOf } from '../descriptions/describe.js';
import { fetchPage, toPage } from '@trellis/database';
import type { Runtime } from '../runtime.js';

export async function listInstances(
  { database }: Runtime,
  { caller: { developer }, page }: { caller: Caller; page: Page },
): Promise<PageOfIds> {
  const { after, take } = fetchPage(page);
  const rows = await database.instance.findMany({
    where: { developer, key: { gt: after } },
    select: { id: true, key: true },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, ({ id }) => id);
}

/** An instance with the first thousand of its clients; all are in the list of clients. */
export async function readInstance(
  runtime: Runtime,
  { caller, id }: { caller: Caller; id: string },
) {
  const { key, connectorType } = await findInstance(runtime, caller, id);
  const clients = await runtime.database.client.findMany({
    where: { instanceKey: key },
    select: { id: true },
    orderBy: { key: 'asc' },
    take: 1000,
  });
  return {
    id,
    connector: connectorOf(runtime.connectors, connectorType).id,
    clients: clients.map((client) => client.id),
  };
}

/** An instance of the developer; any other is not found. */
export async function findInstance({ database }: Runtime, { developer }: Caller, id: string) {
  const instance = isUuid(id)
    ? await database.instance.findFirst({ where: { id, developer } })
    : null;
  if (!instance) throw new Problem('not_found', 'There is no such connector instance.');
  return instance;
}
