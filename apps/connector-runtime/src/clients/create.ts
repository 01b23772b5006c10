import { Problem, type Handler } from '@trellis/contracts';
import { isForeignKeyViolation, isUniqueViolation, type Deadline } from '@trellis/database';
import { requireOwnAgent } from '../agents/agents.js';
import { writeInTurn, type Queries } from '../database.js';
import type { Instance, Prisma } from '../generated/prisma/client.js';
import { authorizesClients } from '../oauth/needs-authorization.js';
import { requireRoom } from '../accounts/quotas.js';
import { encryptConfiguration } from '../secrets/configuration.js';
import type { SessionNeeds } from '../session.js';
import type { Runtime } from '../runtime.js';
import { requireRequested } from '../types/stored/requested.js';
import { createTicket } from './authorization/begin.js';
import { clientDefaultsOf, requireFittingClient } from './client-schema.js';
import { hasSecrets } from './in-homes.js';

type Needs = SessionNeeds & Pick<Runtime, 'units' | 'polls' | 'quotas'>;

/**
 * Creates a client and starts its polls. If the end user has to authorize it, polls begin after that, and the answer
 * contains a ticket to begin the authorization.
 */
export const createClient: Handler<'clients.create', Needs> = async (
  needs,
  { caller, id, connector_type_id: type, ...given },
  deadline,
) => {
  const { database, pool, registry, sealing, units, polls } = needs;
  const { developer } = caller;
  const connector = await requireRequested({ registry, pool }, { developer, type });
  const { typeId: connectorType } = connector;
  const instance = await database.instance.findFirst({ where: { developer, connectorType } });
  const configuration = encryptConfiguration(sealing, {
    schema: connector.client.schema,
    binding: { purpose: 'clients.configuration', developer, id },
    sealed: given.configuration,
    defaults: instance ? clientDefaultsOf(needs, { developer, connectorType, instance }) : {},
  });
  if (!instance) throw noInstance();
  if (instance.clientsPerSubject > 1 && given.name === undefined) throw needsName();
  requireFittingClient(needs, { id, developer, connectorType, configuration, instance });
  await units('subjects.register', caller);
  const via = given.via === undefined ? null : await requireOwnAgent(database, caller, given.via);
  if (via !== null && given.by_end_user) {
    requireNoSecrets(needs, { developer, connectorType, instance });
  }
  const { name = '', attributes = {} } = given;
  const data = {
    id,
    ...caller,
    connectorType,
    instanceKey: instance.key,
    configuration,
    name,
    via,
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
  await insert(needs, data, deadline);
  if (!authorizesClients(connector, instance)) {
    await polls.start([{ id, data: { client: id } }]);
    return { id };
  }
  return { id, authorization_ticket: createTicket(needs, id) };
};

async function insert(
  { database, quotas }: Needs,
  data: Prisma.ClientUncheckedCreateInput,
  deadline: Deadline,
): Promise<void> {
  const { id, developer, subject, instanceKey, name } = data;
  const ofSubject = { instanceKey, subject };
  try {
    await writeInTurn(database, { developer, deadline }, async (tx) => {
      await tx.client.create({ data });
      // Locks the developer's quota, so that concurrent requests are counted.
      await requireRoom(tx, quotas, { name: 'connector_clients', developer });
      await requireClientsLeft(tx, ofSubject, id);
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw noInstance();
    if (!isUniqueViolation(error)) throw error;
    const where = { OR: [{ id }, { ...ofSubject, name }] };
    const existing = await database.client.findFirst({ where });
    // The first delivery of this call has created the client.
    if (existing?.id !== id) throw alreadyExists(existing?.id, name);
  }
}

/** Throws `already_exists` when a subject has more clients than the instance allows. */
async function requireClientsLeft(
  tx: Queries,
  ofSubject: { instanceKey: bigint | number; subject: string },
  id: string,
): Promise<void> {
  const { clientsPerSubject } = await tx.instance.findUniqueOrThrow({
    where: { key: ofSubject.instanceKey },
  });
  const clients = await tx.client.findMany({
    where: ofSubject,
    select: { id: true },
    orderBy: { key: 'asc' },
    take: clientsPerSubject + 1,
  });
  if (clients.length <= clientsPerSubject) return;
  throw alreadyExists(clients.find((client) => client.id !== id)?.id);
}

/** Throws `invalid_request` for an instance with secrets. */
function requireNoSecrets(
  needs: Needs,
  { instance, ...of }: { developer: string; connectorType: string; instance: Instance },
): void {
  if (!hasSecrets(needs, { ...of, ...instance })) return;
  const detail = 'The instance has secrets, so only the app may choose an agent.';
  throw new Problem('invalid_request', detail, { errors: [{ pointer: '/via', detail }] });
}

const noInstance = () =>
  new Problem('no_connector_instance', 'Create a connector instance of this type first.', {
    errors: [{ pointer: '/connector_type_id', detail: 'There is no instance of this type.' }],
  });

function needsName(): Problem {
  const detail = 'The instance allows several clients of a subject: each needs a name.';
  return new Problem('invalid_request', detail, { errors: [{ pointer: '/name', detail }] });
}

const alreadyExists = (id: string | undefined, name = '') =>
  new Problem(
    'already_exists',
    name === ''
      ? 'The subject has as many clients of this connector type as it may have.'
      : 'The subject has a client of this connector type and name already.',
    { ...(id && { existing: { kind: 'client', id } }) },
  );
