import {
  createHttp,
  type Connector,
  type ConnectorContext,
  type Http,
} from '@trellis/connector-sdk';
import { accessTokenOf } from '../authorization/tokens.js';
import { connectorOf } from '../descriptions/describe.js';
import type { Client, Instance } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';
import { openChecked } from '../secrets/configuration.js';
import { memoryOf } from './memory.js';

/** A client with the instance that it uses. */
export type ClientOfInstance = Client & { instance: Instance };

/** A connector with what it is given to work for one client. */
export interface Remote {
  connector: Connector;
  context: ConnectorContext<Record<string, unknown>, Record<string, unknown>>;
}

/** What a connector is given to work for a client, until `signal` is aborted. */
export function remoteOf(runtime: Runtime, client: ClientOfInstance, signal: AbortSignal): Remote {
  const connector = connectorOf(runtime.connectors, client.connectorType);
  const spend = runtime.rates(connector, { instance: client.instance.id, client: client.id });
  const http = createHttp({ resolve: runtime.resolve, signal, spend });
  const instance = openChecked(
    runtime.sealing,
    connector.instance.schema,
    client.instance.configuration,
  );
  return {
    connector,
    context: {
      instance,
      client: openChecked(runtime.sealing, connector.client.schema, client.configuration),
      clientId: client.id,
      signal,
      resolve: runtime.resolve,
      spend,
      http,
      memory: memoryOf(runtime, client.id),
      accessToken: () => accessTokenOf(runtime, { connector, instance, client: client.id, signal }),
    },
  };
}

/** HTTP for the runtime's own requests on behalf of a connector; they are not counted. */
export function uncountedHttp({ resolve }: Pick<Runtime, 'resolve'>, signal: AbortSignal): Http {
  return createHttp({ resolve, signal, spend: async () => undefined });
}
