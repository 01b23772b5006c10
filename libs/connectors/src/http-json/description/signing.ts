import { secret } from '@trellis/connector-sdk';
import { z } from 'zod';
import { headerName, headerValue } from './headers.js';
import { longText } from './members.js';

export const parameterName = z
  .string()
  .regex(/^[\w.~-]{1,64}$/, 'Must be the name of a parameter.');

/** Texts by name, which are sent with each request. */
export const sent = (names: z.ZodType<string, string>, texts: z.ZodType<string>) =>
  z
    .record(names, texts)
    .refine((all) => Object.keys(all).length <= 16, 'Must have at most 16 members.')
    .default({});

/** How requests are signed: by an HMAC (RFC 2104) of a text that is made of their parts. */
export const hmac = z.strictObject({
  scheme: z.literal('hmac'),
  algorithm: z.enum(['sha256', 'sha512', 'sha1']).default('sha256').meta({ title: 'Algorithm' }),
  key: longText.meta({ ...secret, title: 'Key', description: 'A text with `{parameters}`.' }),
  text: z
    .array(z.string().max(1024))
    .min(1)
    .max(16)
    .meta({
      title: 'Signed text',
      description:
        'Its parts, texts with `{parameters}`, `{method}`, `{path}`, `{query}`, `{sorted_query}`, `{body}`, ' +
        '`{sorted_body}`, `{body_digest}`, `{timestamp}` and `{nonce}`.',
    }),
  join: z.string().max(16).default('').meta({ title: 'Between the parts' }),
  omits_empty: z.boolean().default(false).meta({
    title: 'Without empty parts',
    description: 'Whether a part that is empty is left out, with what would join it.',
  }),
  encoding: z.enum(['hex', 'hex_upper', 'base64']).default('hex').meta({ title: 'Encoding' }),
  timestamp: z.enum(['milliseconds', 'seconds', 'iso']).default('milliseconds').meta({
    title: 'Time',
    description: 'Since 1970, or a date and time such as 2026-01-31T12:00:00Z.',
  }),
  nonce: z.enum(['uuid', 'digits']).default('uuid').meta({
    title: 'Nonce',
    description: 'A random UUID, or six random digits.',
  }),
  headers: sent(z.union([headerName, z.string().regex(/^authorization$/i)]), headerValue).meta({
    title: 'Headers',
    description: 'Texts with what the signed text knows, and `{signature}`.',
  }),
  query: sent(parameterName, longText).meta({
    title: 'Query',
    description: 'Added to the query after signing: texts as in the headers.',
  }),
});
export type Signing = z.output<typeof hmac>;

/** The variables of the signed text besides the parameters. */
export const signingVariables = [
  'method',
  'path',
  'query',
  'sorted_query',
  'body',
  'sorted_body',
  'body_digest',
  'timestamp',
  'nonce',
] as const;
