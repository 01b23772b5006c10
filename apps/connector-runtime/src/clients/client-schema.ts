import { configurationSchema } from '@trellis/connector-sdk';
import type { ConnectorInstance } from '@trellis/contracts';
import type { Client, Instance } from '../generated/prisma/client.js';
import type { SessionNeeds } from '../session.js';
import { requireFit } from '../secrets/configuration.js';

type OfInstance = Pick<Client, 'developer' | 'connectorType'> & {
  instance: Pick<Instance, 'id' | 'configuration'>;
};

/** Returns the JSON Schema for the configuration of an instance's clients. */
export function clientSchemaOf(
  { registry, configurations }: Pick<SessionNeeds, 'registry' | 'configurations'>,
  { developer, connectorType, instance: { id, configuration: sealed } }: OfInstance,
): Record<string, unknown> {
  const connector = registry.get(connectorType);
  if (!connector.describeClient) return configurationSchema(connector.client.schema);
  const { schema } = connector.instance;
  const binding = { purpose: 'instances.configuration', developer, id } as const;
  return connector.describeClient(configurations.open({ schema, binding, sealed }));
}

/** Returns what the form for an instance's clients has beyond that of its connector type. */
export function clientFormOf(
  needs: Pick<SessionNeeds, 'registry' | 'configurations'>,
  of: OfInstance & { instance: Pick<Instance, 'authorizes'> },
): Pick<ConnectorInstance, 'client_configuration_schema' | 'connect_method'> {
  const { authorizes } = of.instance;
  const schema = ownSchemaOf(needs, of);
  return {
    ...(schema && { client_configuration_schema: schema }),
    ...(authorizes !== null && { connect_method: authorizes ? 'oauth2' : 'form' }),
  };
}

function ownSchemaOf(
  needs: Pick<SessionNeeds, 'registry' | 'configurations'>,
  of: OfInstance,
): Record<string, unknown> | undefined {
  if (!needs.registry.get(of.connectorType).describeClient) return undefined;
  try {
    return clientSchemaOf(needs, of);
  } catch {
    // The configuration cannot be read. The polls of its clients report that.
    return undefined;
  }
}

interface ClientOfInstance extends Pick<
  Client,
  'id' | 'developer' | 'connectorType' | 'configuration'
> {
  instance: Pick<Instance, 'id' | 'configuration'>;
}

/** Throws `invalid_configuration` when a client's configuration does not fit that of its instance. */
export function requireFittingClient(
  { registry, configurations }: Pick<SessionNeeds, 'registry' | 'configurations'>,
  { id, developer, connectorType, configuration, instance }: ClientOfInstance,
): void {
  const connector = registry.get(connectorType);
  if (!connector.checkClient) return;
  const given = {
    instance: configurations.open({
      schema: connector.instance.schema,
      binding: { purpose: 'instances.configuration', developer, id: instance.id },
      sealed: instance.configuration,
    }),
    client: configurations.open({
      schema: connector.client.schema,
      binding: { purpose: 'clients.configuration', developer, id },
      sealed: configuration,
    }),
  };
  requireFit(connector.checkClient(given));
}
