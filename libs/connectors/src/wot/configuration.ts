import { certificate } from '@trellis/connector-sdk';
import { z } from 'zod';

/** What can stand in a header as it is (RFC 9110, section 5.5). */
const sendable = z
  .string()
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'Must be ASCII without control characters.');

const security = z
  .discriminatedUnion('scheme', [
    z.strictObject({
      scheme: z.literal('basic'),
      username: z
        .string()
        .min(1)
        .regex(/^[^:]*$/, 'Must not have a colon (RFC 7617).'),
      password: z.string(),
    }),
    z.strictObject({ scheme: z.literal('bearer'), token: sendable }),
    z.strictObject({
      scheme: z.literal('apikey'),
      in: z.enum(['header', 'query']).default('header'),
      name: z.string().regex(/^[\w-]{1,64}$/),
      key: sendable,
    }),
  ])
  .optional()
  .describe('Credentials, sent only to the origin of `url`.');

/** Credentials, in the terms of the security schemes of Thing Descriptions. */
export type Security = NonNullable<z.output<typeof security>>;

export const instance = z.strictObject({});

export const client = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .refine((url) => !URL.canParse(url) || !new URL(url).username, 'Must not have a user in it.')
    .describe('Address of a Thing Description, of a list of them, or of a directory.'),
  security,
  ca: certificate
    .optional()
    .describe('Certificate of the authority (PEM) that signed the certificate of the server.'),
  interval_ms: z
    .number()
    .int()
    .min(1000)
    .max(86_400_000)
    .default(10_000)
    .describe('Time between two polls (ms).'),
});

export type Client = z.output<typeof client>;
