import { z } from 'zod';

export const instance = z.strictObject({});

export const client = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .describe('Address of Home Assistant, as in `http://homeassistant.local:8123`.'),
  token: z.string().min(1).max(4096).describe('A long-lived access token of a user there.'),
  exclude: z
    .array(z.string().regex(/^[a-z0-9_]+(\.[a-z0-9_]+)?$/))
    .max(1000)
    .default([])
    .describe('Domains (`person`) and entities (`sensor.secret`) that are left out.'),
  ca: z
    .string()
    .optional()
    .describe('Certificate of the authority (PEM) that signed the certificate of the server.'),
  interval_ms: z.number().int().min(1000).default(10_000).describe('Time between two polls (ms).'),
});

export type Client = z.output<typeof client>;
