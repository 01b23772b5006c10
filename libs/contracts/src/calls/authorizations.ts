import { z } from 'zod';
import { subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { authorizationTimeouts } from '../timeouts.js';

const redirect = z.object({ location: z.string() });

/** SHA-256 (hexadecimal) of a secret of the browser that begins an authorization. */
const browser = z.string().regex(/^[0-9a-f]{64}$/);

export const authorizationCalls = defineCalls({
  /** Begins the authorization for which a ticket was issued. */
  'authorizations.begin': {
    input: z.object({
      ticket: z.string(),
      redirect_uri: z.string(),
      browser,
      /** Whether the end user may switch to another account at the vendor. */
      accept_other_account: z.boolean().optional(),
      /** Makes the authorization server ask for the account again (OpenID Connect Core 1.0, section 3.1.2.1). */
      prompt: z.literal('login').optional(),
    }),
    /** Includes the `state` that the authorization server sends back. */
    output: redirect.extend({ state: z.string() }),
  },
  /** Handles the authorization server's response (RFC 6749, section 4.1.2). */
  'authorizations.complete': {
    input: z.object({
      parameters: z.record(z.string(), z.string()),
      redirect_uri: z.string(),
      /** The browser that brings the response; missing when it has begun no such authorization. */
      browser: browser.optional(),
    }),
    output: redirect.extend({
      client: uuid,
      developer: z.string(),
      subject: subjectId,
      /** The error that is passed on to the app. */
      error: z.string().optional(),
    }),
    problems: ['authorization_expired', 'other_browser'],
    timeoutMs: authorizationTimeouts.callMs,
  },
});
