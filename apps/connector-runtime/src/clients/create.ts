import { Problem } from '@trellis/contracts';
import { beginAuthorization } from '../authorization/begin.js';
import { needsAuthorization } from '../authorization/provider.js';
import { referToConnector } from '../descriptions/describe.js';
import { isForeignKeyViolation, isUniqueViolation } from '@trellis/database';
import type { Runtime } from '../runtime.js';
import { sealChecked } from '../secrets/configuration.js';

export interface NewClient {
  caller: { developer: string; subject: string };
  id: string;
  connector_type_id: string;
  /** Sealed. */
  configuration: string;
  /** Where providers send the browsers of end users back to. */
  redirect_uri: string;
}

/**
 * Creates the client of a subject for a connector type, at most one, and starts its polls. Where the
 * end user has to authorize it, polls begin after that, and the answer says where the browser has to
 * go.
 */
export async function createClient(
  runtime: Runtime,
  client: NewClient,
): Promise<{ id: string; location?: string }> {
  const { caller, id, connector_type_id: connectorType, redirect_uri } = client;
  const connector = referToConnector(runtime.connectors, connectorType);
  const configuration = sealChecked(runtime.sealing, connector.client.schema, client.configuration);
  const instance = await runtime.database.instance.findFirst({
    where: { developer: caller.developer, connectorType },
  });
  if (!instance) throw noInstance();
  await runtime.units('subjects.register', caller);
  try {
    await runtime.database.client.create({
      data: { id, ...caller, connectorType, instanceKey: instance.key, configuration },
    });
  } catch (error) {
    if (isForeignKeyViolation(error)) throw noInstance();
    if (!isUniqueViolation(error)) throw error;
    const existing = await runtime.database.client.findFirst({
      where: { ...caller, connectorType },
    });
    // The job was delivered twice: the first delivery has made the client.
    if (existing?.id !== id) throw alreadyThere(existing?.id);
  }
  if (needsAuthorization(connector)) {
    const created = await runtime.database.client.findUniqueOrThrow({
      where: { id },
      include: { instance: true },
    });
    return { id, location: await beginAuthorization(runtime, created, redirect_uri) };
  }
  await runtime.polls.start([{ id, data: { client: id } }]);
  return { id };
}

const noInstance = () =>
  new Problem('no_connector_instance', 'Create a connector instance of this type first.', {
    errors: [{ pointer: '/connector_type_id', detail: 'There is no instance of this type.' }],
  });

const alreadyThere = (id: string | undefined) =>
  new Problem('already_exists', 'The subject has a client of this connector type already.', {
    ...(id && { existing: { kind: 'client', id } }),
  });
