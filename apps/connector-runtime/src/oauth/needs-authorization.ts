import type { Connector } from '@trellis/connector-sdk';
import type { Instance } from '../generated/prisma/client.js';

/** A connector with the configuration of an instance. */
export interface OfInstance {
  connector: Connector;
  instance: Record<string, unknown>;
}

/** Returns whether end users have to authorize the clients of an instance. */
export const needsAuthorization = ({ connector: { oauth2 }, instance }: OfInstance): boolean =>
  oauth2 !== undefined && (oauth2.applies?.(instance) ?? true);

/** Returns the column that stores this with an instance; null when the connector type decides. */
export const authorizesColumn = (of: OfInstance): Pick<Instance, 'authorizes'> => ({
  authorizes: of.connector.oauth2?.applies === undefined ? null : needsAuthorization(of),
});

/** Returns whether end users have to authorize every client of a connector type. */
export const isAuthorizedType = ({ oauth2 }: Connector): boolean =>
  oauth2 !== undefined && oauth2.applies === undefined;

/** Returns whether end users have to authorize the clients of a stored instance. */
export const authorizesClients = (
  connector: Connector,
  { authorizes }: Pick<Instance, 'authorizes'>,
): boolean => authorizes ?? isAuthorizedType(connector);

/** The same in SQL. `instance` is the row; `types` are the types whose clients all have to be authorized. */
export const authorizesClientsSql = (instance: string, types: string): string =>
  `coalesce(${instance}.authorizes, ${instance}.connector_type = ANY(${types}))`;

/** Returns whether an end user grants access, by an authorization or by a step such as pressing a button. */
export const endUserGrants = (
  connector: Connector,
  instance: Pick<Instance, 'authorizes'>,
): boolean =>
  authorizesClients(connector, instance) ||
  (connector.connectSteps ?? []).some(({ when }) => when === 'after');
