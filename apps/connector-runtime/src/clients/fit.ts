import type { Client, Instance } from '../generated/prisma/client.js';
import { requireFit } from '../secrets/configuration.js';
import type { SessionNeeds } from '../session.js';

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
