import { httpAddress, secret } from '@trellis/connector-sdk';
import { z } from 'zod';
import { headerName } from './headers.js';
import { login } from './login.js';
import { longText } from './members.js';
import { hmac } from './signing.js';

const credential = longText.describe('A text with `{parameters}`.');

/** An http or https address that is requested unchanged: its query is retained (RFC 6749, section 3.1). */
const endpoint = httpAddress.refine((text) => {
  const { username, password } = URL.canParse(text) ? new URL(text) : {};
  return !username && !password && !text.includes('#');
}, 'Must have neither credentials nor a fragment.');

/** RFC 6749, section 3.3. */
const scope = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/, 'Must be a scope, without spaces and quotes.');

/** How requests get an access token (RFC 6749). */
const oauth2 = z.strictObject({
  scheme: z.literal('oauth2'),
  grant: z
    .enum(['authorization_code', 'device_code', 'client_credentials'])
    .default('authorization_code')
    .meta({
      title: 'Grant',
      description:
        'Whether each end user authorizes the app (authorization code with PKCE, or a code that they enter at the ' +
        'vendor), or the app is trusted by itself.',
    }),
  authorization_endpoint: endpoint.optional().meta({
    title: 'Authorization endpoint',
    description:
      'Where end users authorize. A query in it is kept, such as `?access_type=offline`.',
  }),
  device_authorization_endpoint: endpoint.optional().meta({
    title: 'Device authorization endpoint',
    description: 'Where the codes are issued that end users enter (RFC 8628).',
  }),
  token_endpoint: endpoint.meta({
    title: 'Token endpoint',
    description: 'Where tokens are issued and refreshed.',
  }),
  revocation_endpoint: endpoint.optional().meta({
    title: 'Revocation endpoint',
    description: 'Where the grant of a client that is deleted is revoked (RFC 7009).',
  }),
  issuer: endpoint.optional().meta({
    title: 'Issuer',
    description:
      'Issuer of the server, if it is not the origin of its authorization or token endpoint.',
  }),
  client_id: longText.meta({ title: 'Client id', description: 'Of the app, at the server.' }),
  client_secret: longText.optional().meta({ ...secret, title: 'Client secret' }),
  token_endpoint_auth_method: z
    .enum(['client_secret_basic', 'client_secret_post'])
    .default('client_secret_basic')
    .meta({
      title: 'Client authentication',
      description: 'Whether the secret is sent in the header `Authorization` or in the body.',
    }),
  token_request: z
    .enum(['form', 'json'])
    .default('form')
    .meta({ title: 'Token requests', description: 'How requests to the token endpoint are sent.' }),
  scopes: z.array(scope).max(64).default([]).meta({ title: 'Scopes' }),
  scope_separator: z
    .enum([' ', ','])
    .default(' ')
    .meta({ title: 'Scope separator', description: 'What is between scopes in a request.' }),
  origin_callback_uri: endpoint.optional().meta({
    title: 'Return address',
    description: 'Address of the app to which the browser of the end user returns in the end.',
  }),
});
export type OAuth2Authentication = z.output<typeof oauth2>;

export const authentication = z.discriminatedUnion(
  'scheme',
  [
    z.strictObject({ scheme: z.literal('none') }),
    z.strictObject({
      scheme: z.enum(['basic', 'digest']),
      username: credential.meta({ title: 'User name' }),
      password: z
        .string()
        .max(1024)
        .meta({ ...secret, title: 'Password' }),
    }),
    z.strictObject({
      scheme: z.literal('bearer'),
      token: credential.meta({ ...secret, title: 'Token' }),
    }),
    z.strictObject({
      scheme: z.literal('api_key'),
      in: z.enum(['header', 'query']).default('header'),
      name: z.union([headerName, z.string().regex(/^authorization$/i)]),
      key: credential.meta({ ...secret, title: 'Key' }),
    }),
    hmac,
    login,
    oauth2,
  ],
  { error: 'Must be none, basic, digest, bearer, api_key, hmac, login or oauth2.' },
);
export type Authentication = z.output<typeof authentication>;
