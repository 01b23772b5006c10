import { z } from 'zod';
import { defineCalls } from '../contract.js';
import { sealed } from './instances.js';

export const appCalls = defineCalls({
  /** Checks an app's credentials; returns what its access tokens will say. */
  'apps.authenticate': {
    input: z.object({ client_id: z.string(), client_secret: sealed }),
    output: z.object({ developer: z.string(), scopes: z.array(z.string()) }),
    problems: ['invalid_client'],
  },
});
