import type { Room } from '@trellis/connector-sdk';
import {
  storedAttributes,
  vendorAccount,
  type ConnectorClient,
  type Handler,
} from '@trellis/contracts';
import { boundedOutcomes, queryBounded } from '@trellis/database';
import type { JobTimes } from '@trellis/messaging';
import { callerColumns, idColumn } from '../call-columns.js';
import { isDebuggedAt } from '../activity/record.js';
import { authorizesClients, endUserGrants } from '../oauth/needs-authorization.js';
import { thingId } from '../polling/reconcile.js';
import { configurationVersion } from '../secrets/patch-configuration.js';
import type { Runtime } from '../runtime.js';
import { createTicket } from './authorization/begin.js';
import { readTimes, toPolls, toRemoval, toConnection, toStatus } from './status.js';
import { readClients, type ClientReadRow } from './read.sql.js';
import { noSuchClient, requireVisibleClient } from './visible.js';

type ReadNeeds = Pick<Runtime, 'pool' | 'registry' | 'sealing' | 'clock' | 'polls' | 'removals'>;

export const readClient: Handler<'clients.read', ReadNeeds> = async (needs, calls) => {
  const { developers, subjects } = callerColumns(calls);
  const values = [idColumn(calls), developers, subjects];
  const rows = await queryBounded(needs.pool, readClients, calls, values);
  const [times, attempts] = await Promise.all([
    readTimes(needs.polls, rows),
    readTimes(
      needs.removals,
      rows.filter(({ removal }) => removal),
    ),
  ]);
  return boundedOutcomes(calls, rows, (row) => {
    if (!row) return noSuchClient();
    const client = toClient(needs, row, times.get(row.id));
    return { ...client, ...toRemoval(row, attempts.get(row.id)) };
  });
};

function toClient(needs: ReadNeeds, row: ClientReadRow, times: JobTimes = {}): ConnectorClient {
  const { id, instance, subject, mappings } = row;
  const connector = needs.registry.get(row.connectorType);
  const awaitsAuthorization = authorizesClients(connector, row) && !row.hasTokens;
  return {
    id,
    instance,
    connector: connector.id,
    subject,
    name: row.name === '' ? undefined : row.name,
    attributes: storedAttributes(row.attributes),
    account: vendorAccount.safeParse(row.vendorAccount).data,
    via: row.via ?? undefined,
    mappings,
    ...toStatus(row, { endUserGrants: endUserGrants(connector, row) }),
    ...toConnection(row),
    ...toPolls(row, times),
    debug_until: isDebuggedAt(row, needs.clock.now()) ? row.debugUntil?.toISOString() : undefined,
    version: configurationVersion(row.configuration),
    authorization_ticket: awaitsAuthorization ? createTicket(needs, id) : undefined,
  };
}

/** Returns the rooms of the remote technology with their things. */
export const readRooms: Handler<'clients.rooms', Pick<Runtime, 'database'>> = async (
  { database },
  { caller, id },
) => {
  const client = await requireVisibleClient(database, { caller, id });
  const rooms = JSON.parse(client.rooms ?? '[]') as Room[];
  const named = rooms.flatMap(({ devices }) => devices);
  const mappings = await database.mapping.findMany({
    where: { clientKey: client.key, entity: { in: named } },
    select: { entity: true, thing: true },
  });
  const things = new Map(mappings.map(({ entity, thing }) => [entity, thing]));
  return rooms.map(({ devices, ...room }) => ({
    ...room,
    things: devices.map((device) => things.get(device) ?? thingId(client.id, device)),
  }));
};
