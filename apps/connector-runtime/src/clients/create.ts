import { Problem, type Handler, type QuotaLimits, type UnitsContract } from '@trellis/contracts';
import { isForeignKeyViolation, isUniqueViolation, type Deadline } from '@trellis/database';
import type { RpcClient, Scheduler } from '@trellis/messaging';
import { createTicket } from '../authorizations/ticket.js';
import { writeInTime } from '../database.js';
import type { Prisma } from '../generated/prisma/client.js';
import { needsAuthorization } from '../oauth/authorization-server.js';
import type { PollData } from '../polling/schedule.js';
import { requireRoom } from '../quotas/require-room.js';
import { encryptConfiguration } from '../secrets/configuration.js';
import type { SessionNeeds } from '../session.js';
import { requireFittingClient } from './fit.js';

interface Needs extends SessionNeeds {
  units: RpcClient<UnitsContract>;
  polls: Scheduler<PollData>;
  quotas: QuotaLimits<'connectors'>;
}

/**
 * Creates the client of a subject for a connector type, at most one, and starts its polls. Where the
 * end user has to authorize it, polls begin after that, and the answer has a ticket to begin the
 * authorization.
 */
export const createClient: Handler<'clients.create', Needs> = async (
  needs,
  { caller, id, connector_type_id: connectorType, ...given },
  deadline,
) => {
  const { database, registry, sealing, units, polls } = needs;
  const connector = registry.requireRequested(connectorType);
  const { developer } = caller;
  const configuration = encryptConfiguration(sealing, {
    schema: connector.client.schema,
    binding: { purpose: 'clients.configuration', developer, id },
    sealed: given.configuration,
  });
  const instance = await database.instance.findFirst({ where: { developer, connectorType } });
  if (!instance) throw noInstance();
  requireFittingClient(needs, { id, developer, connectorType, configuration, instance });
  await units('subjects.register', caller);
  const data = { id, ...caller, connectorType, instanceKey: instance.key, configuration };
  await insert(needs, data, deadline);
  if (!needsAuthorization(connector)) {
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
  const { id, developer, subject, connectorType } = data;
  try {
    await writeInTime(database, deadline, async (tx) => {
      await tx.client.create({ data });
      await requireRoom(tx, quotas, { name: 'connector_clients', developer });
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw noInstance();
    if (!isUniqueViolation(error)) throw error;
    const existing = await database.client.findFirst({
      where: { developer, subject, connectorType },
    });
    // The call was delivered twice: the first delivery has created the client.
    if (existing?.id !== id) throw alreadyExists(existing?.id);
  }
}

const noInstance = () =>
  new Problem('no_connector_instance', 'Create a connector instance of this type first.', {
    errors: [{ pointer: '/connector_type_id', detail: 'There is no instance of this type.' }],
  });

const alreadyExists = (id: string | undefined) =>
  new Problem('already_exists', 'The subject has a client of this connector type already.', {
    ...(id && { existing: { kind: 'client', id } }),
  });
