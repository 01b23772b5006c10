import { Problem, type Handler, type UnitsContract } from '@trellis/contracts';
import { isForeignKeyViolation, isUniqueViolation, type Deadline } from '@trellis/database';
import type { RpcClient, Scheduler } from '@trellis/messaging';
import { beginAuthorization } from '../authorizations/begin.js';
import { writeInTime, type Database } from '../database.js';
import type { Prisma } from '../generated/prisma/client.js';
import { needsAuthorization } from '../oauth/authorization-server.js';
import type { PollData } from '../polling/schedule.js';
import { encryptConfiguration } from '../secrets/configuration.js';
import { openSession, type SessionNeeds } from '../session.js';

interface Needs extends SessionNeeds {
  units: RpcClient<UnitsContract>;
  polls: Scheduler<PollData>;
}

/**
 * Creates the client of a subject for a connector type, at most one, and starts its polls. Where the
 * end user has to authorize it, polls begin after that, and the answer says where the browser has to
 * go.
 */
export const createClient: Handler<'clients.create', Needs> = async (
  needs,
  { caller, id, connector_type_id: connectorType, redirect_uri, ...given },
  deadline,
) => {
  const { database, registry, sealing, units, polls } = needs;
  const connector = registry.requireRequested(connectorType);
  const configuration = encryptConfiguration(sealing, connector.client.schema, given.configuration);
  const instance = await database.instance.findFirst({
    where: { developer: caller.developer, connectorType },
  });
  if (!instance) throw noInstance();
  await units('subjects.register', caller);
  const data = { id, ...caller, connectorType, instanceKey: instance.key, configuration };
  await insert(database, data, deadline);
  if (!needsAuthorization(connector)) {
    await polls.start([{ id, data: { client: id } }]);
    return { id };
  }
  const session = await openSession(needs, { id });
  if (!session) throw new Problem('not_found', 'The client was removed while it was created.');
  return { id, location: await beginAuthorization(needs, session, redirect_uri) };
};

async function insert(
  database: Database,
  data: Prisma.ClientUncheckedCreateInput,
  deadline: Deadline,
): Promise<void> {
  const { id, developer, subject, connectorType } = data;
  try {
    await writeInTime(database, deadline, (tx) => tx.client.create({ data }));
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
