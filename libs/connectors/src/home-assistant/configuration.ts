import { certificate, httpAddress, list, pollInterval, secret } from '@trellis/connector-sdk';
import { z } from 'zod';

export const instance = z.strictObject({});

/** Domains (`person`) and entities (`sensor.secret`). */
const selection = list(z.string().regex(/^[a-z0-9_]+(\.[a-z0-9_]+)?$/), 1000);

export const client = z.strictObject({
  url: httpAddress.meta({
    title: 'Address',
    description: 'Address at which you open Home Assistant in a browser.',
    examples: ['http://homeassistant.local:8123'],
  }),
  token: z
    .string()
    .max(4096)
    .regex(/\S/, 'Must not be empty.')
    .trim()
    .meta({
      ...secret,
      title: 'Access token',
      description:
        'A long-lived access token, which Home Assistant issues in the profile of a user, under Security.',
    }),
  include: selection.default([]).meta({
    title: 'Include',
    description: 'Domains (`light`) and entities (`sensor.door`) to include; all when empty.',
  }),
  exclude: selection.default([]).meta({
    title: 'Exclude',
    description: 'Domains (`person`) and entities (`sensor.secret`) to exclude from those.',
  }),
  ca: certificate.optional().meta({
    title: 'Certificate of the authority',
    description: 'Certificate (PEM) of the authority that signed the certificate of the server.',
  }),
  interval_ms: pollInterval(10_000),
});

export type Client = z.output<typeof client>;

/** Returns the address of the WebSocket API, which may be below a path of a reverse proxy. */
export function webSocketAddress({ url }: Pick<Client, 'url'>): URL {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/api/websocket`;
  address.search = '';
  address.hash = '';
  return address;
}
