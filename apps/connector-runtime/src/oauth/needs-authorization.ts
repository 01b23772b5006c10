import type { Connector } from '@trellis/connector-sdk';
import type { Instance } from '../generated/prisma/client.js';

/** A connector, with the configuration of an instance of it. */
export interface OfInstance {
  connector: Connector;
  instance: Record<string, unknown>;
}

/** Whether end users have to authorize the clients of an instance. */
export const needsAuthorization = ({ connector: { oauth2 }, instance }: OfInstance): boolean =>
  oauth2 !== undefined && (oauth2.applies?.(instance) ?? true);

/** The same as it is stored with an instance; null where it is the connector type that says so. */
export const authorizesColumn = (of: OfInstance): Pick<Instance, 'authorizes'> => ({
  authorizes: of.connector.oauth2?.applies === undefined ? null : needsAuthorization(of),
});

/** Whether end users have to authorize every client of a connector type. */
export const isAuthorizedType = ({ oauth2 }: Connector): boolean =>
  oauth2 !== undefined && oauth2.applies === undefined;

/** Whether end users have to authorize the clients of an instance that was read. */
export const authorizesClients = (
  connector: Connector,
  { authorizes }: Pick<Instance, 'authorizes'>,
): boolean => authorizes ?? isAuthorizedType(connector);

/** The same in SQL. `instance` is the row; `types` are the types of which it is true for every client. */
export const authorizesClientsSql = (instance: string, types: string): string =>
  `coalesce(${instance}.authorizes, ${instance}.connector_type = ANY(${types}))`;

/** Whether an end user gives a client its access in the end: by an authorization, or by a step such as pressing a button. */
export const endUserGrants = (
  connector: Connector,
  instance: Pick<Instance, 'authorizes'>,
): boolean =>
  authorizesClients(connector, instance) ||
  (connector.connectSteps ?? []).some(({ when }) => when === 'after');
