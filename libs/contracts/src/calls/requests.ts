import { z } from 'zod';
import { subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { plainText } from '../text.js';

/** The maximum length of a stored answer (characters, encrypted): enough for a full bulk command. */
export const maxStoredAnswerLength = 512 * 1024;

/**
 * The lease of an attempt (ms), after which its gateway counts as dead, and how often gateways renew it. Their difference
 * is the time that a renewal has.
 */
export const attemptLease = { lastsMs: 4_500, renewedMs: 1_000 };

/** A request that its caller may repeat because it came with an idempotency key. */
const repeatableRequest = z.object({
  developer: plainText,
  /** The digest of everything that identifies the request, including its key. */
  scope: z.string().max(64),
  /** Identifies one attempt to execute the request. */
  attempt: uuid,
});

/** The state of a request when it arrives. */
export const requestState = z.discriminatedUnion('state', [
  /**
   * This attempt may execute it. Ids are derived from `seed`, the first attempt, so that a repetition creates nothing
   * twice.
   */
  z.object({ state: z.literal('begun'), seed: uuid }),
  /** Another attempt is in progress. */
  z.object({ state: z.literal('in_progress') }),
  /** It has been answered. */
  z.object({ state: z.literal('ended'), answer: z.string() }),
  /** The first request with this key had another body. */
  z.object({ state: z.literal('other_body') }),
]);
export type RequestState = z.infer<typeof requestState>;

export const requestCalls = defineCalls({
  /** Begins an attempt, unless the request has been answered or another attempt is in progress. */
  'requests.begin': {
    input: repeatableRequest.extend({
      /** Fingerprints of the body by all keys in use; bodies are the same if they share one. */
      fingerprints: z.array(z.string().max(64)).min(1).max(16),
      /** The subject that it acts for, with which it is erased. */
      subject: subjectId.optional(),
    }),
    output: requestState,
    batched: true,
  },
  /** Keeps the lease of an attempt that takes longer, unless it has ended or passed to another attempt. */
  'requests.renew': { input: repeatableRequest, batched: true },
  /** Ends an attempt. Without an answer, a repetition begins a new one. */
  'requests.end': {
    input: repeatableRequest.extend({
      /** Encrypted. */
      answer: z.string().max(maxStoredAnswerLength).optional(),
    }),
    batched: true,
  },
});
