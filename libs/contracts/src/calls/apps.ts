import { z } from 'zod';
import { list } from '../bounded.js';
import { uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import { plainText } from '../text.js';
import { expecting, versionOf } from '../version.js';
import { sealed } from './instances.js';

export const maxOrigins = 20;

/** Returns whether a host is this machine (RFC 6761, section 6.3), whose pages are secure without TLS. */
const isLoopback = (host: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(host) || host.endsWith('.localhost');

function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  // `URL` takes `*` in a host, which no browser sends.
  return (
    origin === text &&
    !hostname.includes('*') &&
    (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
  );
}

/** An origin of web pages, exactly as browsers send it in `Origin` (RFC 6454, section 6.2). */
export const webOrigin = z
  .string()
  // A host name has at most 253 characters.
  .max(300)
  .refine(
    isWebOrigin,
    'Must be an origin as browsers send it, such as `https://app.example`; with `http` only on localhost.',
  );

const maxScopes = 100;

const developer = plainText;
const onApp = z.object({ developer, id: z.string() });

/** An app, without its secret, which is shown only once. */
export const app = z.object({
  /** Its `client_id` at the token endpoint. */
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  /** Origins of web pages that may read answers to its tokens. */
  allowed_origins: z.array(z.string()),
  created: z.iso.datetime().optional(),
  /** When it last got an access token, to the hour; left out when that is not known. */
  last_used: z.iso.datetime().optional(),
  /** When the secret before the last rotation stops working. */
  previous_secret_until: z.iso.datetime().optional(),
});
export type App = z.infer<typeof app>;

/** Returns the version of what can be changed of an app. */
export const appVersion = ({ name, allowed_origins }: App): string =>
  versionOf([name, allowed_origins]);

export const appCalls = defineCalls({
  /**
   * Checks an app's credentials; returns what its access tokens will say. A code that signs in once is accepted in
   * place of the secret, which is then returned.
   */
  'apps.authenticate': {
    input: z.object({ client_id: z.string(), client_secret: sealed }),
    output: z.object({
      developer: z.string(),
      scopes: z.array(z.string()),
      client_secret: sealed.optional(),
    }),
    problems: ['invalid_client'],
  },
  /** Checks whether an app lists an origin of web pages; without `app`, whether any app does. */
  'apps.allow_origin': {
    input: z.object({
      origin: webOrigin,
      app: z.object({ developer: z.string(), client_id: z.string() }).optional(),
    }),
    output: z.object({ allowed: z.boolean() }),
    // The answer to a page waits for it.
    timeoutMs: 1_000,
  },
  /** Registers an app. A repeated request with the same id returns the same app. */
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
  'apps.update': {
    input: onApp.extend({
      name: plainText.optional(),
      allowed_origins: list(webOrigin, maxOrigins).optional(),
      ...expecting,
    }),
    output: app,
    problems: ['precondition_failed'],
  },
  /** Replaces the secret of an app, for a caller that has all scopes of the app. */
  'apps.rotate': {
    input: onApp.extend({
      /** Identifies the rotation; a repeated request rotates only once. */
      rotation: uuid,
      client_secret: sealed,
      /** How long the old secret keeps working (s). */
      overlap_seconds: z.number().int().min(0),
      scopes: z.array(z.string()),
    }),
    output: app,
    problems: ['insufficient_scope'],
  },
  /** Checks whether an app was revoked, or a connect session of it, which may still be in use. */
  'apps.read_revocation': {
    input: z.object({ developer, client_id: z.string(), session: uuid.optional() }),
    output: z.object({ revoked: z.boolean() }),
  },
  /** Revokes an app: it gets no more tokens, and its callback no more messages. */
  'apps.remove': {
    input: onApp.extend(expecting),
    problems: ['precondition_failed'],
  },
});
