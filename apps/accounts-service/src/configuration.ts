import { mailVariables } from '@trellis/mail';
import { commonConfiguration, publicUrl, wholeNumber } from '@trellis/platform';
import { areKeys } from '@trellis/sealing';
import { z } from 'zod';

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
  DELETION_GRACE_HOURS: wholeNumber(0, 8_760)
    .default(168)
    .describe('How long a deleted environment or organization can be restored (hours).'),
  DATABASE_CONNECTIONS: wholeNumber(1, 1000)
    .default(5)
    .describe('Maximum connections to the database.'),
  ...mailVariables,
});
export type Configuration = z.output<typeof configuration>;

/** Returns the public address of the product. */
export const baseOf = ({ PUBLIC_URL, PORT }: Pick<Configuration, 'PUBLIC_URL' | 'PORT'>): string =>
  PUBLIC_URL ?? `http://localhost:${PORT}`;
