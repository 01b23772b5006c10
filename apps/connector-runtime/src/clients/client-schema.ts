import { configurationSchema } from '@trellis/connector-sdk';
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
