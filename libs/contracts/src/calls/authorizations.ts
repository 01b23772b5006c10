import { z } from 'zod';
import { defineCalls } from '../contract.js';
import { authorizationTimeouts } from '../timeouts.js';

/** The address to which the end user's browser is redirected. */
export const redirect = z.object({ location: z.string() });

export const authorizationCalls = defineCalls({
  /** Begins the authorization for which a ticket was issued. */
  'authorizations.begin': {
    input: z.object({ ticket: z.string(), redirect_uri: z.string() }),
    output: redirect,
  },
  /** Takes an authorization server's response (RFC 6749, section 4.1.2). */
  'authorizations.complete': {
    input: z.object({ parameters: z.record(z.string(), z.string()), redirect_uri: z.string() }),
    output: redirect,
    problems: ['authorization_expired'],
    timeoutMs: authorizationTimeouts.callMs,
  },
});
