import { z } from 'zod';
import { nothing, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { plainText } from '../text.js';

/** The longest answer that is stored (characters, encrypted): enough for that of a full batch. */
export const maxStoredAnswerLength = 512 * 1024;

/** A request that its caller may repeat, because it came with a key. */
const repeatableRequest = z.object({
  developer: plainText,
  /** Digest of everything that tells the request from others, its key included. */
  scope: z.string().max(64),
  /** Identifies one attempt to carry out the request. */
  attempt: uuid,
});

/** What may be done about a request when it arrives. */
export const requestState = z.discriminatedUnion('state', [
  /**
   * It may be carried out, by this attempt. Ids are derived from `seed`, the first attempt, so that a
   * repetition creates nothing twice.
   */
  z.object({ state: z.literal('begun'), seed: uuid }),
  /** Another attempt is under way. */
  z.object({ state: z.literal('in_progress') }),
  /** It has been answered. */
  z.object({ state: z.literal('ended'), answer: z.string() }),
  /** The request that came first with this key had another body. */
  z.object({ state: z.literal('other_body') }),
]);
export type RequestState = z.infer<typeof requestState>;

export const requestCalls = defineCalls({
  /** Begins an attempt, unless the request has been answered or another attempt is under way. */
  'requests.begin': {
    input: repeatableRequest.extend({
      /** Of the body, under all keys that are in use; one in common means the same body. */
      fingerprints: z.array(z.string().max(64)).min(1).max(16),
    }),
    output: requestState,
    sets: true,
  },
  /** Ends an attempt. Without an answer, the next repetition is a new attempt. */
  'requests.end': {
    input: repeatableRequest.extend({
      /** Encrypted. */
      answer: z.string().max(maxStoredAnswerLength).optional(),
    }),
    output: nothing,
    sets: true,
  },
});
