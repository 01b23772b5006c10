import { configurationSchema } from '@trellis/connector-sdk';
import type { ConnectorInstance } from '@trellis/contracts';
import type { Client, Instance } from '../generated/prisma/client.js';
import type { SessionNeeds } from '../session.js';
import {
  type Defaults,
  openClientOf,
  openInstanceOf,
  requireFit,
} from '../secrets/configuration.js';

type Needs = Pick<SessionNeeds, 'registry' | 'configurations'>;

type OfInstance = Pick<Client, 'developer' | 'connectorType'> & {
  instance: Pick<Instance, 'id' | 'configuration'>;
};

/** Returns the JSON Schema for the configuration of an instance's clients. */
export function clientSchemaOf(
  { registry, configurations }: Needs,
  { developer, connectorType, instance }: OfInstance,
): Record<string, unknown> {
  const connector = registry.get(connectorType);
  if (!connector.describeClient) return configurationSchema(connector.client.schema);
  const opened = openInstanceOf(configurations, connector, { developer, ...instance });
  return connector.describeClient(opened);
}

/** Returns the defaults of a client's configuration that its instance determines. */
export function clientDefaultsOf({ registry, configurations }: Needs, of: OfInstance): Defaults {
  if (!registry.get(of.connectorType).describeClient) return {};
  return defaultsIn(clientSchemaOf({ registry, configurations }, of));
}

/** Returns the defaults of the members of a JSON Schema. */
export function defaultsIn({ properties = {} }: Record<string, unknown>): Defaults {
  const members = Object.entries(properties as Record<string, { default?: unknown }>);
  return Object.fromEntries(
    members.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Returns what the form for an instance's clients has beyond that of its connector type. */
export function clientFormOf(
  needs: Needs,
  of: OfInstance & { instance: Pick<Instance, 'authorizes'> },
): Pick<ConnectorInstance, 'client_configuration_schema' | 'connect_method'> {
  const { authorizes } = of.instance;
  const method = authorizes ? 'oauth2' : 'form';
  return {
    client_configuration_schema: ownSchemaOf(needs, of),
    connect_method: authorizes === null ? undefined : method,
  };
}

function ownSchemaOf(needs: Needs, of: OfInstance): Record<string, unknown> | undefined {
  if (!needs.registry.get(of.connectorType).describeClient) return undefined;
  try {
    return clientSchemaOf(needs, of);
  } catch {
    // The configuration cannot be read. The polls of its clients report that.
    return undefined;
  }
}

/** Throws `invalid_configuration` when a client's configuration does not fit that of its instance. */
export function requireFittingClient(
  { registry, configurations }: Needs,
  client: OfInstance & Pick<Client, 'id' | 'configuration'>,
): void {
  const { developer, connectorType, instance } = client;
  const connector = registry.get(connectorType);
  if (!connector.checkClient) return;
  const given = {
    instance: openInstanceOf(configurations, connector, { developer, ...instance }),
    client: openClientOf(configurations, connector, client),
  };
  requireFit(connector.checkClient(given));
}
