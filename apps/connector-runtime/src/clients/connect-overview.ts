import { clientError, clientStatus, type Handler } from '@trellis/contracts';
import { authorizesClients } from '../oauth/needs-authorization.js';
import { findBranding } from '../accounts/branding.js';
import { listAgentsOf } from '../agents/agents.js';
import { findTechnologies } from '../agents/found.js';
import type { Runtime } from '../runtime.js';
import { clientFormOf } from './client-schema.js';
import { isInHomes } from './in-homes.js';

type Needs = Pick<Runtime, 'database' | 'registry' | 'configurations'>;

const maxClients = 1000;

/** Lists what a subject can connect and has connected, without clients whose removal was requested. */
export const readOverview: Handler<'connect.overview', Needs> = async (
  needs,
  { caller: { developer, subject } },
) => {
  const { database, registry } = needs;
  const [branding, instances, clients, agents] = await Promise.all([
    findBranding(database, developer),
    database.instance.findMany({
      where: { developer },
      select: {
        id: true,
        connectorType: true,
        clientsPerSubject: true,
        configuration: true,
        authorizes: true,
      },
      orderBy: { key: 'asc' },
    }),
    database.client.findMany({
      where: { developer, subject, removal: null },
      select: {
        id: true,
        name: true,
        connectorType: true,
        status: true,
        errorCode: true,
        tokens: true,
        pausedSince: true,
        instance: { select: { authorizes: true } },
      },
      orderBy: { key: 'asc' },
      take: maxClients,
    }),
    listAgentsOf(database, { developer, subject }),
  ]);
  const types = instances.map(({ connectorType }) => connectorType);
  return {
    branding,
    instances: instances.map(({ connectorType, clientsPerSubject, ...instance }) => ({
      id: instance.id,
      connector_type_id: connectorType,
      clients_per_subject: clientsPerSubject,
      ...clientFormOf(needs, { developer, connectorType, instance }),
    })),
    clients: clients.map(({ id, name, connectorType, status, errorCode, ...client }) => ({
      id,
      connector_type_id: connectorType,
      status: clientStatus.parse(status),
      name: name === '' ? undefined : name,
      ...(errorCode !== null && { error: { code: clientError.shape.code.parse(errorCode) } }),
      needs_authorization:
        authorizesClients(registry.get(connectorType), client.instance) && client.tokens === null,
      paused: client.pausedSince !== null,
    })),
    local: instances
      .filter((instance) => isInHomes(needs, { developer, ...instance }))
      .map(({ connectorType }) => connectorType),
    agents: agents.map(({ id, name, state }) => ({ id, name, state })),
    found: findTechnologies(
      agents,
      types.map((type) => registry.get(type)),
    ),
  };
};
