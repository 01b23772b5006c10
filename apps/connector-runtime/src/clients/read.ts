import {
  clientError,
  clientStatus,
  Problem,
  type Caller,
  type ClientError,
  type Page,
  type PageOfIds,
  type Remedy,
} from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import type { Place } from '@trellis/connector-sdk';
import { authorizationTicket } from '../authorization/begin.js';
import { needsAuthorization } from '../authorization/provider.js';
import { connectorOf } from '../descriptions/describe.js';
import type { Client } from '../generated/prisma/client.js';
import { thingId } from '../polling/changes.js';
import { fetchPage, toPage } from '@trellis/database';
import type { Runtime } from '../runtime.js';

/** The clients that a caller sees: its whole account's, or its subject's. */
export const visibleClients = ({ developer, subject }: Caller) =>
  subject === undefined ? { developer } : { developer, subject };

export async function listClients(
  { database }: Runtime,
  { caller, page }: { caller: Caller; page: Page },
): Promise<PageOfIds> {
  const { after, take } = fetchPage(page);
  const rows = await database.client.findMany({
    where: { ...visibleClients(caller), key: { gt: after } },
    select: { id: true, key: true },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, ({ id }) => id);
}

/** A client that the caller sees; any other is not found. */
export async function findClient({ database }: Runtime, caller: Caller, id: string) {
  const client = isUuid(id)
    ? await database.client.findFirst({
        where: { id, ...visibleClients(caller) },
        include: { instance: { select: { id: true } } },
      })
    : null;
  if (!client) throw new Problem('not_found', 'There is no such connector client.');
  return client;
}

export async function readClient(runtime: Runtime, { caller, id }: { caller: Caller; id: string }) {
  const client = await findClient(runtime, caller, id);
  const mappings = await runtime.database.mapping.findMany({
    where: { clientKey: client.key },
    select: { entity: true, thing: true },
    orderBy: { key: 'asc' },
  });
  const error = errorOf(client);
  const connector = connectorOf(runtime.connectors, client.connectorType);
  return {
    id,
    instance: client.instance.id,
    connector: connector.id,
    subject: client.subject,
    mappings: mappings.map(({ entity, thing }) => ({
      connector_thing_id: entity,
      thing_id: thing,
    })),
    status: clientStatus.parse(client.status),
    ...(error && { error }),
    ...(needsAuthorization(connector) &&
      client.tokens === null && { authorization_ticket: authorizationTicket(runtime, id) }),
  };
}

/** The rooms and the like of a client, with the things that are in them. */
export async function readPlaces(runtime: Runtime, { caller, id }: { caller: Caller; id: string }) {
  const client = await findClient(runtime, caller, id);
  const places = JSON.parse(client.places ?? '[]') as Place[];
  return places.map(({ entities, ...place }) => ({
    ...place,
    things: entities.map((entity) => thingId(id, entity)),
  }));
}

/** What the developer can do about each kind of failure. */
const remedies: Partial<Record<ClientError['code'], Remedy>> = {
  unavailable: 'retry',
  authorization_required: 'reauthorize',
  misconfigured: 'fix-configuration',
};

function errorOf({ errorCode, errorDetail, errorSince }: Client): ClientError | undefined {
  if (!errorCode || !errorSince) return undefined;
  const code = clientError.shape.code.parse(errorCode);
  const remedy = remedies[code];
  return {
    code,
    detail: errorDetail ?? '',
    since: errorSince.toISOString(),
    ...(remedy && { remedy }),
  };
}
