import {
  app as schema,
  list,
  maxOrigins,
  plainText,
  scopes,
  webOrigin,
  type App,
  type Scope,
} from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../context/hrefs.js';

const scopeNames = Object.keys(scopes) as Scope[];

const maxOverlapSeconds = 7 * 24 * 60 * 60;

/** For how long the secret before is accepted as well, unless a rotation says otherwise. */
export const defaultOverlapSeconds = 24 * 60 * 60;

export const newApp = z
  .strictObject({
    name: plainText,
    scopes: list(z.enum(scopeNames), scopeNames.length)
      .refine((given) => given.length > 0, 'Must have a scope.')
      .describe('None that the access token does not have.'),
    allowed_origins: list(webOrigin, maxOrigins)
      .optional()
      .describe('Origins of web pages that may read answers to its access tokens.'),
  })
  .meta({ id: 'NewApp', example: { name: 'Dashboard', scopes: ['svc.things.read'] } });

export const appPatch = z
  .strictObject({
    name: plainText.optional(),
    allowed_origins: list(webOrigin, maxOrigins)
      .nullable()
      .optional()
      .describe('Replaces all of them; null removes them.'),
  })
  .meta({ id: 'AppPatch', example: { allowed_origins: ['https://app.example'] } });

export const newSecret = z
  .strictObject({
    overlap_seconds: z
      .number()
      .int()
      .min(0)
      .max(maxOverlapSeconds)
      .optional()
      .describe('For how long the secret before it is accepted as well; a day by default.'),
  })
  .meta({ id: 'NewAppSecret' });

export const appResource = schema
  .extend({
    href: z.url(),
    created: schema.shape.created.describe('Where it is known.'),
    last_used: schema.shape.last_used.describe(
      'When it last got an access token, to the hour; left out when that is not known.',
    ),
    previous_secret_until: schema.shape.previous_secret_until.describe(
      'Until when the secret before the last rotation is accepted as well.',
    ),
    client_secret: z
      .string()
      .optional()
      .meta({ description: 'Shown only when it is new.', format: 'password', readOnly: true }),
  })
  .meta({ id: 'App' });

export const appToJson = (app: App, hrefs: Hrefs): z.output<typeof appResource> => ({
  ...app,
  href: hrefs.app(app.client_id),
});
