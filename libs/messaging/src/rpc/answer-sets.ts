import { deferred, developerOf, type CallInSet } from '@trellis/contracts';
import { createBatcher } from '@trellis/platform/concurrency';
import type { Tracer } from '../tracer.js';
import { batchLimits } from './envelope.js';

/** A call that waits for its set. */
export interface WaitingCall extends CallInSet<unknown> {
  /** Its share of the job that carried it. */
  bytes: number;
}

/** How a call ended; one that has expired is not answered. */
export type Answer = { output: unknown } | { error: unknown } | 'expired';

/** An answer, or why there is none yet. */
type Attempted = Answer | 'deferred';

/** The same, or one that the others of its set do not wait for. */
type Pending = Attempted | Promise<Attempted>;

/** A handler of sets, whatever its row; see `SetHandler` of the contracts. */
export type HandleSet<Needs> = (
  needs: Needs,
  calls: readonly CallInSet<unknown>[],
) => Promise<readonly unknown[]>;

interface SetOptions {
  /** Whether an error means that every call would fail. */
  isOutage: (error: unknown) => boolean;
  tracer?: Tracer | undefined;
}

/**
 * Hands the calls of a row that arrive together, in one job or several, to its handler as a set. A set
 * that fails is split in halves, so that one call cannot fail the others, except in an outage. When calls have expired meanwhile, the others are tried again without them.
 * A call that is deferred waits for its turn in a later set.
 */
export function answerSets<Needs>(
  handler: HandleSet<Needs>,
  needs: Needs,
  { isOutage, tracer }: SetOptions,
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
      // What waited too long was not written: those that still have time are answered without the rest.
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
