import { mailVariables } from '@trellis/mail';
import { commonConfiguration, ConfigurationError, publicUrl, wholeNumber } from '@trellis/platform';
import { areKeys } from '@trellis/sealing';
import { z } from 'zod';
import type { OpenIdOptions } from './people/openid.js';

export const configuration = commonConfiguration.extend({
  PUBLIC_URL: publicUrl
    .optional()
    .describe(
      'Public address of api-gateway, for which people sign in; `http://localhost:<PORT>` by default.',
    ),
  PORT: wholeNumber(0, 65_535).default(3000).describe('Port of api-gateway, without `PUBLIC_URL`.'),
  SECRETS_KEYS: z
    .string()
    .refine(areKeys, 'must be `<id>:<32 bytes in base64>`, several separated by commas')
    .describe('Keys from which those of sessions are derived; must be the same in all services.'),
  SIGN_UP: z
    .enum(['invited', 'open'])
    .default('invited')
    .describe(
      'Who may sign up: people with an invitation, or everybody who confirms an e-mail address.',
    ),
  PEOPLE_SESSION_IDLE_MINUTES: wholeNumber(1, 720)
    .default(60)
    .describe(
      'After how long without a request a session of somebody ends (minutes); after 12 hours it ends anyway.',
    ),
  PEOPLE_OPENID_ISSUER: publicUrl
    .optional()
    .describe(
      'OpenID provider at which people may sign in, besides passwords and passkeys. Register ' +
        '`<PUBLIC_URL>/api/auth/callback/openid` there.',
    ),
  PEOPLE_OPENID_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Client id of Trellis at that provider.'),
  PEOPLE_OPENID_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Its secret; without one, PKCE alone protects the code.'),
  DELETION_GRACE_HOURS: wholeNumber(0, 8_760)
    .default(168)
    .describe('How long a deleted environment or organization can be restored (hours).'),
  DATABASE_CONNECTIONS: wholeNumber(1, 1000)
    .default(5)
    .describe('Maximum connections to the database.'),
  ...mailVariables,
});
export type Configuration = z.output<typeof configuration>;

/** Returns the OpenID provider of people; undefined if there is none. */
export function openIdOf({
  PEOPLE_OPENID_ISSUER: issuer,
  PEOPLE_OPENID_CLIENT_ID: clientId,
  PEOPLE_OPENID_CLIENT_SECRET: clientSecret,
}: Configuration): OpenIdOptions | undefined {
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer === undefined || clientId === undefined) {
    throw new ConfigurationError(
      'PEOPLE_OPENID_ISSUER and PEOPLE_OPENID_CLIENT_ID: one needs the other',
    );
  }
  return { issuer, clientId, clientSecret };
}

/** Returns the public address of the product. */
export const baseOf = ({ PUBLIC_URL, PORT }: Pick<Configuration, 'PUBLIC_URL' | 'PORT'>): string =>
  PUBLIC_URL ?? `http://localhost:${PORT}`;
