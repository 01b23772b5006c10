import type { Room } from '@trellis/connector-sdk';
import type { Handler } from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type { Sealing } from '@trellis/sealing';
import { createTicket } from '../authorizations/ticket.js';
import type { Database } from '../database.js';
import { needsAuthorization } from '../oauth/authorization-server.js';
import { thingId } from '../polling/reconcile.js';
import type { Registry } from '../registry.js';
import { toStatus } from './status.js';
import { requireVisibleClient, visibleTo } from './visible.js';

export const listClients: Handler<'clients.list', { database: Database }> = async (
  { database },
  { caller, page },
) => {
  const { after, take } = pageRange(page);
  const rows = await database.client.findMany({
    where: { ...visibleTo(caller), key: { gt: after } },
    select: { id: true, key: true },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, ({ id }) => id);
};

export const readClient: Handler<
  'clients.read',
  { database: Database; registry: Registry; sealing: Sealing }
> = async ({ database, registry, sealing }, { caller, id }) => {
  const client = await requireVisibleClient(database, { caller, id });
  const connector = registry.get(client.connectorType);
  const mappings = await database.mapping.findMany({
    where: { clientKey: client.key },
    select: { entity: true, thing: true },
    orderBy: { key: 'asc' },
  });
  const awaitsAuthorization = needsAuthorization(connector) && client.tokens === null;
  return {
    id: client.id,
    instance: client.instance.id,
    connector: connector.id,
    subject: client.subject,
    mappings: mappings.map(({ entity, thing }) => ({
      connector_thing_id: entity,
      thing_id: thing,
    })),
    ...toStatus(client),
    ...(awaitsAuthorization && { authorization_ticket: createTicket(sealing, client.id) }),
  };
};

/** The rooms that the remote technology knows, with the things in them. */
export const readRooms: Handler<'clients.rooms', { database: Database }> = async (
  { database },
  { caller, id },
) => {
  const client = await requireVisibleClient(database, { caller, id });
  const rooms = JSON.parse(client.rooms ?? '[]') as Room[];
  return rooms.map(({ devices, ...room }) => ({
    ...room,
    things: devices.map((device) => thingId(client.id, device)),
  }));
};
