import { z } from 'zod';
import { nothing } from '../caller.js';
import { defineCalls } from '../contract.js';
import { hookTimeouts } from '../timeouts.js';
import { sealed } from './instances.js';

/** A request that a vendor has sent to the address of a client, as it was sent. */
export const hookRequest = z.object({
  headers: z.record(z.string(), z.string()),
  /** Base64. */
  body: z.string(),
});
export type HookRequestData = z.infer<typeof hookRequest>;

export const hookCalls = defineCalls({
  /** Takes such a request; `not_found` unless a client has the address. */
  'hooks.receive': {
    input: z.object({
      /** SHA-256, hexadecimal, of the part of the address that nobody can guess. */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      request: sealed,
    }),
    output: nothing,
    timeoutMs: hookTimeouts.callMs,
  },
});
