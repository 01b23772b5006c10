import { clientError, clientStatus, type Handler } from '@trellis/contracts';
import { clientSchemaOf } from '../clients/client-schema.js';
import type { Database } from '../database.js';
import { needsAuthorization } from '../oauth/authorization-server.js';
import type { Registry } from '../registry.js';
import type { Configurations } from '../secrets/configurations.js';
import { findBranding } from './branding.js';

interface Needs {
  database: Database;
  registry: Registry;
  configurations: Configurations;
}

/** How many clients of a subject are listed. */
const maxClients = 1000;

/** What a subject can connect, and has connected. Removed clients are left out as soon as that was requested. */
export const readOverview: Handler<'connect.overview', Needs> = async (
  needs,
  { caller: { developer, subject } },
) => {
  const { database, registry } = needs;
  const [branding, instances, clients] = await Promise.all([
    findBranding(database, developer),
    database.instance.findMany({
      where: { developer },
      select: { id: true, connectorType: true, clientsPerSubject: true, configuration: true },
      orderBy: { key: 'asc' },
    }),
    database.client.findMany({
      where: { developer, subject, removal: null },
      select: {
        ...{ id: true, name: true, connectorType: true, status: true, errorCode: true },
        ...{ tokens: true, pausedSince: true },
      },
      orderBy: { key: 'asc' },
      take: maxClients,
    }),
  ]);
  return {
    ...(branding && { branding }),
    instances: instances.map(({ id, connectorType, clientsPerSubject, configuration }) => ({
      ...{ id, connector_type_id: connectorType, clients_per_subject: clientsPerSubject },
      ...(registry.get(connectorType).describeClient && {
        client_configuration_schema: clientSchemaOf(needs, {
          ...{ developer, connectorType, instance: { id, configuration } },
        }),
      }),
    })),
    clients: clients.map(({ id, name, connectorType, status, errorCode, ...client }) => ({
      ...{ id, connector_type_id: connectorType, status: clientStatus.parse(status) },
      ...(name !== '' && { name }),
      ...(errorCode !== null && { error: { code: clientError.shape.code.parse(errorCode) } }),
      needs_authorization:
        needsAuthorization(registry.get(connectorType)) && client.tokens === null,
      paused: client.pausedSince !== null,
    })),
  };
};
