import { certificate, httpAddress, list, pollInterval } from '@trellis/connector-sdk';
import { z } from 'zod';

export const instance = z.strictObject({});

/** Domains (`person`) and entities (`sensor.secret`). */
const selection = list(z.string().regex(/^[a-z0-9_]+(\.[a-z0-9_]+)?$/), 1000);

export const client = z.strictObject({
  url: httpAddress.describe(
    'Address of Home Assistant, such as `http://homeassistant.local:8123`.',
  ),
  token: z
    .string()
    .trim()
    .min(1)
    .max(4096)
    .describe('A long-lived access token of a user of Home Assistant (profile, Security).'),
  include: selection
    .default([])
    .describe('Domains (`light`) and entities (`sensor.door`) to include; all when empty.'),
  exclude: selection
    .default([])
    .describe('Domains (`person`) and entities (`sensor.secret`) to exclude from those.'),
  ca: certificate
    .optional()
    .describe('Certificate (PEM) of the authority that signed the certificate of the server.'),
  interval_ms: pollInterval(10_000),
});

export type Client = z.output<typeof client>;

/** The address of the WebSocket API. Behind a reverse proxy it may be below a path. */
export function webSocketAddress({ url }: Pick<Client, 'url'>): URL {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/api/websocket`;
  address.search = '';
  address.hash = '';
  return address;
}
