import { discover, type Connector, type Discovery } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { mqttDiscovery } from '../connector.js';

export const connector = mqttDiscovery as unknown as Connector;

/** Returns the context of a client with this configuration; every host is this machine. */
export const contextOf = (client: object, signal = AbortSignal.timeout(60_000)) => ({
  ...contextFor(connector, { instance: {}, client, signal }),
  resolve: async () => ({ address: '127.0.0.1', family: 4 }) as const,
});

export const poll = (client: object, signal?: AbortSignal): Promise<Discovery> =>
  discover(connector, contextOf(client, signal));

/** How many sockets this process has open. */
export const openSockets = (): number =>
  process.getActiveResourcesInfo().filter((kind) => /^(TCPSocket|TLS)Wrap$/.test(kind)).length;
