import { pinOnFirstUse, type ConnectorContext, type HttpRequest } from '@trellis/connector-sdk';
import type { Client, Instance } from './configuration.js';

export type Context = ConnectorContext<Instance, Client>;

export type BridgeRequest = Omit<HttpRequest, 'url' | 'tls'> & { path: string };

/** A bridge with all the devices that it can have stays well below. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Sends a request to the bridge and returns its response. The bridge shows a certificate of its own;
 * the one that it shows first is trusted.
 */
export async function send(
  { http, client, memory }: Context,
  { path, ...request }: BridgeRequest,
): Promise<unknown> {
  const response = await http({
    ...request,
    url: `https://${client.host}${path}`,
    tls: { pin: pinOnFirstUse(memory, 'The bridge') },
    maxBytes,
  });
  return response.json();
}
