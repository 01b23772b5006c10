import { z } from 'zod';
import { defineCalls } from '../contract.js';
import { webOrigin } from '../web-origin.js';
import { sealed } from './instances.js';

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
});
