import { z } from 'zod';
import { list } from '../bounded.js';
import { nothing, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import { plainText } from '../text.js';
import { expecting, versionOf } from '../version.js';
import { maxOrigins, webOrigin } from '../web-origin.js';
import { sealed } from './instances.js';

/** The most scopes that an app is registered with. */
const maxScopes = 100;

const developer = plainText;
const onApp = z.object({ developer, id: z.string() });

/** An app, without its secret, which nobody is shown again. */
export const app = z.object({
  client_id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  /** Origins of web pages that may read answers to its tokens; services of the release before leave it out. */
  allowed_origins: z.array(z.string()).optional(),
  created: z.iso.datetime().optional(),
  /** When it last got an access token, to the hour; left out when that is not known. */
  last_used: z.iso.datetime().optional(),
  /** Until when the secret before the last rotation is accepted as well. */
  previous_secret_until: z.iso.datetime().optional(),
});
export type App = z.infer<typeof app>;

/** The version of what can be changed of an app. */
export const appVersion = ({ name, allowed_origins = [] }: App): string =>
  versionOf([name, allowed_origins]);

export const appCalls = defineCalls({
  /** Checks an app's credentials; returns what its access tokens will say. */
  'apps.authenticate': {
    input: z.object({ client_id: z.string(), client_secret: sealed }),
    output: z.object({ developer: z.string(), scopes: z.array(z.string()) }),
    problems: ['invalid_client'],
  },
  /** Whether an app lists an origin of web pages; without one, whether any app does. */
  'apps.allow_origin': {
    input: z.object({
      origin: webOrigin,
      app: z.object({ developer: z.string(), client_id: z.string() }).optional(),
    }),
    output: z.object({ allowed: z.boolean() }),
    // The answer to a page waits for it.
    timeoutMs: 1_000,
  },
  /** Registers an app, once for its id: a repeated request has the secret that it shows. */
  'apps.create': {
    input: z.object({
      developer,
      id: uuid,
      name: plainText,
      scopes: list(z.string(), maxScopes),
      allowed_origins: list(webOrigin, maxOrigins).optional(),
      client_secret: sealed,
    }),
    output: app,
    problems: ['quota_exceeded'],
  },
  'apps.list': { input: z.object({ developer, page }), output: pageOf(app) },
  'apps.read': { input: onApp, output: app },
  /** Changes what is given. */
  'apps.update': {
    input: onApp.extend({
      name: plainText.optional(),
      allowed_origins: list(webOrigin, maxOrigins).optional(),
      ...expecting,
    }),
    output: app,
    problems: ['precondition_failed'],
  },
  /** Gives an app another secret, for a caller that has all scopes of the app. */
  'apps.rotate': {
    input: onApp.extend({
      /** Identifies the rotation, which a repeated request does not make anew. */
      rotation: uuid,
      client_secret: sealed,
      /** For how long the secret before it is accepted as well (s). */
      overlap_seconds: z.number().int().min(0),
      /** The scopes of the caller. */
      scopes: z.array(z.string()),
    }),
    output: app,
    problems: ['insufficient_scope'],
  },
  /** Whether an app was revoked, of which access tokens or connect sessions may be around. */
  'apps.read_revocation': {
    input: z.object({ developer, client_id: z.string() }),
    output: z.object({ revoked: z.boolean() }),
  },
  /** Revokes an app: it gets no more tokens, and nothing more is sent to its callback. */
  'apps.remove': {
    input: onApp.extend(expecting),
    output: nothing,
    problems: ['precondition_failed'],
  },
});
