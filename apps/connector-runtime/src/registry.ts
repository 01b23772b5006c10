import { configurationSchema, type Connector } from '@trellis/connector-sdk';
import {
  connectorTypeOf,
  isPrivateType,
  numberOfPrivateType,
  type ConnectorDescription,
} from '@trellis/contracts';
import { isAuthorizedType } from './oauth/needs-authorization.js';

/**
 * The connector types that this service knows. A type of an account is the connector for descriptions with another id;
 * the configuration of its instance is the description.
 */
export interface Registry {
  /** Descriptions of the types of Trellis for developers, ordered by id. */
  descriptions: readonly ConnectorDescription[];
  /** Returns whether a stored connector type exists. */
  has(typeId: string): boolean;
  /** Returns the connector of a stored type. */
  get(typeId: string): Connector;
  /** Returns the connector of a type of Trellis that a request names by id or number. */
  find(type: string): Connector | undefined;
}

export function createRegistry(connectors: readonly Connector[]): Registry {
  const byType = new Map(connectors.map((connector) => [connector.typeId, connector]));
  let descriptions: readonly ConnectorDescription[] | undefined;
  return {
    get descriptions() {
      return (descriptions ??= connectors
        .map(describe)
        .toSorted((one, other) => one.id - other.id));
    },
    has: (typeId) => byType.has(connectorTypeOf(typeId)),
    get(typeId) {
      const connector = byType.get(connectorTypeOf(typeId));
      if (!connector) throw new Error(`There is no connector of type ${typeId} any more.`);
      if (!isPrivateType(typeId)) return connector;
      return Object.assign({}, connector, { typeId, id: numberOfPrivateType(typeId) });
    },
    find: (type) => byType.get(type) ?? connectors.find(({ id }) => String(id) === type),
  };
}

function describe(connector: Connector): ConnectorDescription {
  const { id, typeId, name, description, logo, instance, client } = connector;
  const { connectSteps = [], category, translations } = connector;
  const sample = (configuration: Record<string, unknown>) => ({
    connector_type_id: typeId,
    configuration,
  });
  return {
    id,
    type_id: typeId,
    name,
    description,
    logo,
    sample_instance_configuration: sample(instance.sample),
    sample_client_configuration: sample(client.sample),
    instance_configuration_schema: configurationSchema(instance.schema),
    client_configuration_schema: configurationSchema(client.schema),
    connect: { method: isAuthorizedType(connector) ? 'oauth2' : 'form', steps: connectSteps },
    category,
    translations,
  };
}
