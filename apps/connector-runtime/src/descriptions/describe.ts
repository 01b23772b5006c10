import type { Connector } from '@trellis/connector-sdk';
import { Problem, type ConnectorDescription, type Page } from '@trellis/contracts';
import { z } from 'zod';

/** What developers are told about a connector type. */
export function describe(connector: Connector): ConnectorDescription {
  const sample = (configuration: Record<string, unknown>) => ({
    connector_type_id: connector.typeId,
    configuration,
  });
  return {
    id: connector.id,
    type_id: connector.typeId,
    name: connector.name,
    description: connector.description,
    logo: connector.logo,
    sample_instance_configuration: sample(connector.instance.sample),
    sample_client_configuration: sample(connector.client.sample),
    instance_configuration_schema: z.toJSONSchema(connector.instance.schema, { io: 'input' }),
    client_configuration_schema: z.toJSONSchema(connector.client.schema, { io: 'input' }),
  };
}

export function listDescriptions(connectors: readonly Connector[], { limit, cursor }: Page) {
  const sorted = connectors
    .filter(({ id }) => id > Number(cursor ?? -1))
    .toSorted((one, other) => one.id - other.id);
  const items = sorted.slice(0, limit).map(describe);
  return { items, ...(sorted.length > limit && { next: String(items.at(-1)!.id) }) };
}

export function readDescription(
  connectors: readonly Connector[],
  id: string,
): ConnectorDescription {
  const connector = connectors.find((known) => String(known.id) === id);
  if (!connector) throw new Problem('not_found', 'There is no such connector description.');
  return describe(connector);
}

/** The connector of a type that a request's body names. */
export function referToConnector(connectors: readonly Connector[], typeId: string): Connector {
  const connector = connectors.find((known) => known.typeId === typeId);
  if (!connector) {
    const detail = 'There is no connector of this type.';
    throw new Problem('unknown_connector_type', detail, {
      errors: [{ pointer: '/connector_type_id', detail }],
    });
  }
  return connector;
}

/** The connector of a type that the database names; a connector is never taken out of the list. */
export function connectorOf(connectors: readonly Connector[], typeId: string): Connector {
  const connector = connectors.find((known) => known.typeId === typeId);
  if (!connector) throw new Error(`There is no connector of type ${typeId} any more.`);
  return connector;
}
