import { z } from 'zod';
import { nothing } from '../caller.js';
import { defineCalls } from '../contract.js';
import { hookTimeouts } from '../timeouts.js';
import { sealed } from './instances.js';

/** The unchanged request of a vendor to the webhook of a client. */
export const hookRequest = z.object({
  headers: z.record(z.string(), z.string()),
  /** Base64. */
  body: z.string(),
});
export type HookRequestData = z.infer<typeof hookRequest>;

export const hookCalls = defineCalls({
  /** Handles such a request; `not_found` unless a client has the address. */
  'hooks.receive': {
    input: z.object({
      /** SHA-256 (hexadecimal) of the secret part of the address. */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      request: sealed,
    }),
    output: nothing,
    timeoutMs: hookTimeouts.callMs,
  },
});
