import { certificate } from '@trellis/connector-sdk';
import { z } from 'zod';

export const instance = z.strictObject({});

/** Domains (`person`) and entities (`sensor.secret`). */
const choice = z.array(z.string().regex(/^[a-z0-9_]+(\.[a-z0-9_]+)?$/)).max(1000);

export const client = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .describe('Address of Home Assistant, as in `http://homeassistant.local:8123`.'),
  token: z
    .string()
    .trim()
    .min(1)
    .max(4096)
    .describe('A long-lived access token of a user there (profile, Security).'),
  include: choice
    .default([])
    .describe('Domains (`light`) and entities (`sensor.door`) that are looked at; all when empty.'),
  exclude: choice
    .default([])
    .describe('Domains (`person`) and entities (`sensor.secret`) that are left out all the same.'),
  ca: certificate
    .optional()
    .describe('Certificate of the authority (PEM) that signed the certificate of the server.'),
  interval_ms: z.number().int().min(1000).default(10_000).describe('Time between two polls (ms).'),
});

export type Client = z.output<typeof client>;

/** The WebSocket of a Home Assistant, which may be below a path of a reverse proxy. */
export function webSocketAddress({ url }: Pick<Client, 'url'>): URL {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/api/websocket`;
  address.search = '';
  address.hash = '';
  return address;
}
