import { Problem, type Handler, type QuotaLimits, type UnitsContract } from '@trellis/contracts';
import { isForeignKeyViolation, isUniqueViolation, type Deadline } from '@trellis/database';
import type { RpcClient, Scheduler } from '@trellis/messaging';
import { createTicket } from './authorization/ticket.js';
import { writeInTime, type Queries } from '../database.js';
import type { Prisma } from '../generated/prisma/client.js';
import { authorizesClients } from '../oauth/needs-authorization.js';
import type { PollData } from '../polling/schedule.js';
import { requireRoom } from '../accounts/require-room.js';
import { encryptConfiguration } from '../secrets/configuration.js';
import type { SessionNeeds } from '../session.js';
import { requireFittingClient } from './fit.js';

interface Needs extends SessionNeeds {
  units: RpcClient<UnitsContract>;
  polls: Scheduler<PollData>;
  quotas: QuotaLimits<'connectors'>;
}

/**
 * Creates a client of a subject for a connector type, of which the instance says how many a subject may have,
 * and starts its polls. Where the
 * end user has to authorize it, polls begin after that, and the answer has a ticket to begin the
 * authorization.
 */
export const createClient: Handler<'clients.create', Needs> = async (
  needs,
  { caller, id, connector_type_id: type, ...given },
  deadline,
) => {
  const { database, registry, sealing, units, polls } = needs;
  const connector = registry.requireRequested(type);
  const { typeId: connectorType } = connector;
  const { developer } = caller;
  const configuration = encryptConfiguration(sealing, {
    schema: connector.client.schema,
    binding: { purpose: 'clients.configuration', developer, id },
    sealed: given.configuration,
  });
  const instance = await database.instance.findFirst({ where: { developer, connectorType } });
  if (!instance) throw noInstance();
  if (instance.clientsPerSubject > 1 && given.name === undefined) throw needsName();
  requireFittingClient(needs, { id, developer, connectorType, configuration, instance });
  await units('subjects.register', caller);
  const { name } = given;
  const ofInstance = { connectorType, instanceKey: instance.key };
  const data = { id, ...caller, ...ofInstance, configuration, ...(name !== undefined && { name }) };
  await insert(needs, data, deadline);
  if (!authorizesClients(connector, instance)) {
    await polls.start([{ id, data: { client: id } }]);
    return { id };
  }
  return { id, authorization_ticket: createTicket(sealing, id) };
};

async function insert(
  { database, quotas }: Needs,
  data: Prisma.ClientUncheckedCreateInput,
  deadline: Deadline,
): Promise<void> {
  const { id, developer, subject, instanceKey, name = '' } = data;
  const ofSubject = { instanceKey, subject };
  try {
    await writeInTime(database, deadline, async (tx) => {
      await tx.client.create({ data });
      // Others of the developer wait for the quota from here on, so that none goes uncounted.
      await requireRoom(tx, quotas, { name: 'connector_clients', developer });
      await requireFew(tx, ofSubject, id);
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw noInstance();
    if (!isUniqueViolation(error)) throw error;
    const where = { OR: [{ id }, { ...ofSubject, name }] };
    const existing = await database.client.findFirst({ where });
    // The call was delivered twice: the first delivery has created the client.
    if (existing?.id !== id) throw alreadyExists(existing?.id, data.name);
  }
}

/** Throws `already_exists` when a subject has more clients of an instance than it may have. */
async function requireFew(
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

const noInstance = () =>
  new Problem('no_connector_instance', 'Create a connector instance of this type first.', {
    errors: [{ pointer: '/connector_type_id', detail: 'There is no instance of this type.' }],
  });

function needsName(): Problem {
  const detail = 'The instance allows several clients of a subject: each needs a name.';
  return new Problem('invalid_request', detail, { errors: [{ pointer: '/name', detail }] });
}

const alreadyExists = (id: string | undefined, name?: string) =>
  new Problem(
    'already_exists',
    name === undefined
      ? 'The subject has as many clients of this connector type as it may have.'
      : 'The subject has a client of this connector type and name already.',
    { ...(id && { existing: { kind: 'client', id } }) },
  );
