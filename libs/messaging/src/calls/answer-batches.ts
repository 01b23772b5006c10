import { deferred, developerOf, type BatchedCall } from '@trellis/contracts';
import { createBatcher } from '@trellis/platform/concurrency';
import type { Tracer } from '../tracer.js';
import { batchLimits } from './envelope.js';

/** A call that waits for its batch. */
export interface WaitingCall extends BatchedCall<unknown> {
  /** Share of the job that carried it. */
  bytes: number;
}

/** How a call ended; an expired call is not answered. */
export type Answer = { output: unknown } | { error: unknown } | 'expired';

type Attempted = Answer | 'deferred';

/** An answer, or a promise of one for which the rest of the batch does not wait. */
type Pending = Attempted | Promise<Attempted>;

/** A handler of call batches, of any row; see `BatchHandler` of the contracts. */
export type HandleBatch<Needs> = (
  needs: Needs,
  calls: readonly BatchedCall<unknown>[],
) => Promise<readonly unknown[]>;

interface BatchOptions {
  /** Tells whether an error means that every call would fail. */
  isOutage: (error: unknown) => boolean;
  tracer?: Tracer | undefined;
}

/**
 * Returns a function that answers a call together with others of its row, no matter which jobs carried them. A batch
 * that fails is split in halves, so that one call cannot fail the others, except in an outage. When calls expire
 * meanwhile, the others are tried again without them. A deferred call waits for a later batch.
 */
export function answerBatches<Needs>(
  handler: HandleBatch<Needs>,
  needs: Needs,
  { isOutage, tracer }: BatchOptions,
): (call: WaitingCall) => Promise<Answer> {
  async function answer(calls: WaitingCall[]): Promise<Pending[]> {
    const now = Date.now();
    const current = calls.filter(({ expiresAt }) => expiresAt > now);
    if (current.length === calls.length) return answerCurrent(calls);
    const answers = (await answerCurrent(current)).values();
    return calls.map(({ expiresAt }) => (expiresAt > now ? answers.next().value! : 'expired'));
  }

  async function answerCurrent(calls: WaitingCall[]): Promise<Pending[]> {
    if (calls.length === 0) return [];
    try {
      const outcomes = await handler(needs, calls);
      return calls.map((_call, index) => toAnswer(outcomes[index]));
    } catch (error) {
      // Nothing was written, so the calls that still have time are answered without the expired ones.
      if (calls.some(hasExpired)) return answer(calls);
      if (calls.length === 1 || isOutage(error)) return calls.map(() => ({ error }));
      const middle = calls.length >> 1;
      return [...(await answer(calls.slice(0, middle))), ...(await answer(calls.slice(middle)))];
    }
  }

  const attempt = createBatcher<WaitingCall, Attempted>(answer, {
    ...batchLimits,
    sizeOf: ({ bytes }) => bytes,
    ownerOf: ({ input }) => developerOf(input),
    tracer,
  });

  return async (call) => {
    for (;;) {
      const answer = await attempt(call);
      if (answer !== 'deferred') return answer;
    }
  };
}

const hasExpired = ({ expiresAt }: WaitingCall) => expiresAt <= Date.now();

function toAnswer(outcome: unknown): Pending {
  if (outcome instanceof Promise) return outcome.then(toAnswer, (error: unknown) => ({ error }));
  if (outcome === deferred) return 'deferred';
  return outcome instanceof Error ? { error: outcome } : { output: outcome };
}
