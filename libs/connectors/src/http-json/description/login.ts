import { z } from 'zod';
import { failures } from './failures.js';
import { headerValue } from './headers.js';
import { longText, path, uriTemplate } from './members.js';
import { answerAs, body, bodyAs, headers } from './requests.js';
import { parameterName, sent } from './signing.js';

/** The longest life of a token that a description states (s). */
const maxLifetime = 366 * 24 * 60 * 60;

const authorizing = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'Must be the name of a header.')
  .refine((name) => !/^(host|connection|content-.*|transfer-encoding|te|upgrade)$/i.test(name), {
    message: 'Cannot be set by a description.',
  });

/** A login whose answer has a token that the other requests are sent with. */
export const login = z.strictObject({
  scheme: z.literal('login'),
  method: z.enum(['GET', 'POST']).default('POST'),
  path: uriTemplate.meta({ title: 'Path of the login', description: 'After the base address.' }),
  headers,
  body: body.meta({ title: 'Body of the login' }),
  body_as: bodyAs,
  answer_as: answerAs,
  failures,
  token_at: path
    .optional()
    .meta({ title: 'Token', description: 'Where the answer has the token.' }),
  token_header: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, 'Must be the name of a header.')
    .optional()
    .meta({
      title: 'Header with the token',
      description: 'In place of `token_at`; of `Set-Cookie` the names and values of all cookies.',
    }),
  lifetime: z
    .union([z.number().min(1).max(maxLifetime), path])
    .optional()
    .meta({
      title: 'Lifetime',
      description:
        'Seconds after which a new token is requested, or the path to them; by default an hour.',
    }),
  send_headers: sent(authorizing, headerValue).meta({
    title: 'Headers of other requests',
    description: 'Texts with `{token}`. By default `Authorization: Bearer {token}`.',
  }),
  send_query: sent(parameterName, longText).meta({
    title: 'Query of other requests',
    description: 'Texts with `{token}`.',
  }),
});
export type Login = z.output<typeof login>;
