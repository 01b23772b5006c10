import { z } from 'zod';

const security = z
  .discriminatedUnion('scheme', [
    z.strictObject({
      scheme: z.literal('basic'),
      username: z.string().min(1),
      password: z.string(),
    }),
    z.strictObject({ scheme: z.literal('bearer'), token: z.string().min(1) }),
    z.strictObject({
      scheme: z.literal('apikey'),
      in: z.enum(['header', 'query']).default('header'),
      name: z.string().regex(/^[\w-]{1,64}$/),
      key: z.string().min(1),
    }),
  ])
  .optional()
  .describe('Credentials, sent only to the origin of `url`.');

export type Security = NonNullable<z.output<typeof security>>;

export const instance = z.strictObject({});

export const client = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .describe('Address of a Thing Description, of a list of them, or of a directory.'),
  security,
  ca: z
    .string()
    .optional()
    .describe('Certificate of the authority (PEM) that signed the certificate of the server.'),
  interval_ms: z.number().int().min(1000).default(10_000).describe('Time between two polls (ms).'),
});

export type Client = z.output<typeof client>;
