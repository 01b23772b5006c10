import { certificate, httpAddress, pollInterval, secret } from '@trellis/connector-sdk';
import { z } from 'zod';

/** A text that is valid in a header (RFC 9110, section 5.5). */
const headerValue = z
  .string()
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'Must be ASCII without control characters.');

const security = z
  .discriminatedUnion('scheme', [
    z.strictObject({
      scheme: z.enum(['basic', 'digest']),
      username: z
        .string()
        .min(1)
        .regex(/^[^:]*$/, 'Must not contain a colon (RFC 7617).')
        .meta({ title: 'User name' }),
      password: z.string().meta({ ...secret, title: 'Password' }),
    }),
    z.strictObject({
      scheme: z.literal('bearer'),
      token: headerValue.meta({ ...secret, title: 'Token' }),
    }),
    z.strictObject({
      scheme: z.literal('apikey'),
      in: z.enum(['header', 'query', 'uri']).default('header').meta({ title: 'Where it is sent' }),
      name: z
        .string()
        .regex(/^[\w-]{1,64}$/)
        .meta({ title: 'Name of the header, parameter or variable' }),
      key: headerValue.meta({ ...secret, title: 'Key' }),
    }),
  ])
  .optional()
  .meta({
    title: 'Credentials',
    description:
      'Credentials, sent only to the origin of `url`. A key in `uri` is a variable of the addresses.',
  });

/** Credentials, in the terms of the security schemes of Thing Descriptions. */
export type Security = NonNullable<z.output<typeof security>>;

export const instance = z.strictObject({});

export const client = z.strictObject({
  url: httpAddress
    .refine((url) => !URL.canParse(url) || !new URL(url).username, 'Must not contain a user name.')
    .meta({
      title: 'Address',
      description: 'Address of a Thing Description, of a list of them, or of a directory.',
      examples: ['https://device.example/.well-known/wot'],
    }),
  security,
  ca: certificate.optional().meta({
    title: 'Certificate of the authority',
    description: 'Certificate of the authority (PEM) that signed the certificate of the server.',
  }),
  interval_ms: pollInterval(10_000),
});
