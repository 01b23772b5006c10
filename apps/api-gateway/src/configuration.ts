import { commonConfiguration, publicUrl, wholeNumber } from '@trellis/platform';
import { areKeys } from '@trellis/sealing';
import { z } from 'zod';
import { checkConsoleVariables, consoleVariables, originList } from './pages/console-variables.js';

export const configuration = commonConfiguration
  .omit({ DATABASE_URL: true, QUEUE_DATABASE_URL: true })
  .extend({
    QUEUE_DATABASE_URL: commonConfiguration.shape.QUEUE_DATABASE_URL.describe(
      'PostgreSQL database for the queues; required without `REDIS_URL`.',
    ),
    PORT: wholeNumber(0, 65_535).default(3000).describe('Port of the HTTP interface.'),
    PUBLIC_URL: publicUrl
      .optional()
      .describe('Public address of the gateway; `http://localhost:<PORT>` by default.'),
    JWT_SECRET: z
      .string()
      .min(32, 'must have at least 32 characters')
      .optional()
      .describe('Secret that signs and verifies access tokens (HS256), at least 32 characters.'),
    JWT_PUBLIC_KEY: z
      .string()
      .startsWith('-----BEGIN PUBLIC KEY-----', 'must be a PEM public key')
      .optional()
      .describe('Public key (PEM) of an external issuer of access tokens: RS256, ES256 or EdDSA.'),
    JWKS_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Address of the key set (RFC 7517) of an external issuer of access tokens.'),
    JWT_ISSUER: z.string().min(1).optional().describe('Required `iss` of access tokens.'),
    JWT_AUDIENCE: z
      .string()
      .min(1)
      .optional()
      .describe('Required `aud` of access tokens; must be set with `JWKS_URL`.'),
    JWT_SCOPE_CLAIMS: z
      .string()
      .regex(/^[^\s,]+(,[^\s,]+)*$/, 'must be names separated by commas')
      .default('scope,scp,roles')
      .transform((names) => names.split(','))
      .describe('Claims of access tokens that list scopes, separated by commas.'),
    SECRETS_KEYS: z
      .string()
      .refine(areKeys, 'must be `<id>:<32 bytes in base64>`, several separated by commas')
      .describe('Keys that encrypt secrets sent to connector-runtime; must be the same there.'),
    RATE_LIMIT_PER_MINUTE: wholeNumber(0, 10_000_000)
      .default(60_000)
      .describe('Maximum requests per minute and developer; 0 for no limit.'),
    SUBJECT_RATE_LIMIT_PER_MINUTE: wholeNumber(0, 10_000_000)
      .default(600)
      .describe(
        'Maximum requests per minute with tokens for one end user; they count for the developer, too. 0 for ' +
          'no limit.',
      ),
    CORS_ALLOWED_ORIGINS: originList
      .default([])
      .describe(
        'Origins of web pages that may use tokens of any app, separated by commas; registered apps have their ' +
          'own.',
      ),
    TOKEN_ATTEMPTS_PER_MINUTE: wholeNumber(0, 1_000_000)
      .default(30)
      .describe(
        'Maximum attempts per minute, app and address to get an access token; ten times as many per address. ' +
          '0 for no limit.',
      ),
    ...consoleVariables,
    CONNECTIONS: wholeNumber(1, 1_000_000)
      .default(10_000)
      .describe('Maximum connections, at most the file descriptors of the process less 512.'),
    CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000)
      .default(2_000)
      .describe(
        'Maximum connections per IPv4 address or /64 network of IPv6, without `TRUST_PROXY`. 0 for no limit.',
      ),
    STREAMS_PER_DEVELOPER: wholeNumber(1, 1_000_000)
      .default(1_000)
      .describe('Maximum event streams per developer and gateway.'),
    AGENT_RELAY_HOST: z
      .string()
      .default('127.0.0.1')
      .describe(
        'Address of this gateway at which connector-runtime reaches the agents that are connected here, or `hostname` for ' +
          'the name of its computer or container.',
      ),
    AGENT_RELAY_PORT: wholeNumber(0, 65_535)
      .default(0)
      .describe('Port at that address; 0 for any that is free.'),
    TRUST_PROXY: wholeNumber(0, 10)
      .default(0)
      .describe(
        'Number of trusted proxies in front of the gateway, which pass on the address of the caller.',
      ),
    TRACE_CALLER_SAMPLING: z
      .enum(['ignore', 'follow'])
      .default('ignore')
      .describe(
        'Whether the sampling flag of the caller (`traceparent`) is followed; otherwise ' +
          '`OTEL_TRACES_SAMPLER` decides.',
      ),
  })
  .refine(
    ({ JWT_SECRET, JWT_PUBLIC_KEY, JWKS_URL }) =>
      [JWT_SECRET, JWT_PUBLIC_KEY, JWKS_URL].filter(Boolean).length === 1,
    { path: ['JWT_SECRET'], message: 'set one of JWT_SECRET, JWT_PUBLIC_KEY and JWKS_URL' },
  )
  // The issuer of a key set issues tokens for other services, too (RFC 8725, section 3.9).
  .refine(({ JWKS_URL, JWT_AUDIENCE }) => !JWKS_URL || JWT_AUDIENCE, {
    path: ['JWT_AUDIENCE'],
    message: 'must be set with JWKS_URL',
  })
  .superRefine(checkConsoleVariables)
  .refine(({ REDIS_URL, QUEUE_DATABASE_URL }) => REDIS_URL ?? QUEUE_DATABASE_URL, {
    path: ['QUEUE_DATABASE_URL'],
    message: 'set it, or REDIS_URL',
  });
export type GatewayConfiguration = z.infer<typeof configuration>;
