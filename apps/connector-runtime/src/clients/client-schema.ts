import { configurationSchema } from '@trellis/connector-sdk';
import type { ConnectorInstance } from '@trellis/contracts';
import type { Client, Instance } from '../generated/prisma/client.js';
import type { SessionNeeds } from '../session.js';

type OfInstance = Pick<Client, 'developer' | 'connectorType'> & {
  instance: Pick<Instance, 'id' | 'configuration'>;
};

/** The JSON Schema of the configuration of clients of an instance. */
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

/** What an instance says about its clients, where it says more than its connector type. */
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
    // Its configuration cannot be read, as the polls of its clients say.
    return undefined;
  }
}
