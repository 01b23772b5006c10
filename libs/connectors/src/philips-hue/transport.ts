import {
  openEventStream,
  pinOnFirstUse,
  type ConnectorContext,
  type EventStream,
  type HttpRequest,
} from '@trellis/connector-sdk';
import type { Client, Instance } from './configuration.js';

export type Context = ConnectorContext<Instance, Client>;

export type BridgeRequest = Omit<HttpRequest, 'url' | 'tls'> & { path: string };

/** The largest response; a bridge with all possible devices stays well below. */
const maxBytes = 8 * 1024 * 1024;

/** The longest event (characters); recalling a scene may put every light of a large house in one. */
const maxEventLength = 1024 * 1024;

/**
 * Sends a request to the bridge and returns its response. The bridge has a self-signed certificate; the first one is
 * trusted.
 */
export async function send(
  { http, client, memory }: Context,
  { path, ...request }: BridgeRequest,
): Promise<unknown> {
  const response = await http({
    ...request,
    url: `https://${client.host}${path}`,
    tls: tlsOf(memory),
    maxBytes,
  });
  return response.json();
}

/** Opens the stream of changes (API guide, "Events"). */
export const openChanges = (
  context: Context,
  { key, idleTimeoutMs }: { key: string; idleTimeoutMs: number },
): Promise<EventStream> =>
  openEventStream(context, {
    url: `https://${context.client.host}/eventstream/clip/v2`,
    headers: { 'hue-application-key': key },
    tls: tlsOf(context.memory),
    maxEventLength,
    idleTimeoutMs,
  });

const tlsOf = (memory: Context['memory']) => ({ pin: pinOnFirstUse(memory, 'The bridge') });
