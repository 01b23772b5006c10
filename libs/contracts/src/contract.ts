import type { z } from 'zod';
import type { ProblemCode } from './problems.js';

/** How long a caller waits for an answer unless the row of the call says otherwise. */
export const defaultCallTimeoutMs = 5_000;

/** One call between services: its input, its output, its problems, and its timeout. */
export interface Call {
  /** Checked by the service that receives the call, which also fills in defaults. */
  input: z.ZodType;
  /** Checked where tests run (`NODE_ENV=test`), not in production. */
  output: z.ZodType;
  /** The problems that its handler may answer, beyond {@link commonProblems}. */
  problems?: readonly ProblemCode[];
  /** How long the caller waits for the answer. Default {@link defaultCallTimeoutMs}. */
  timeoutMs?: number;
}

/** The calls that one service answers, and the queue on which it takes them. */
export interface Contract<Calls extends Record<string, Call> = Record<string, Call>> {
  queue: string;
  calls: Calls;
}

export type CallName<C extends Contract> = keyof C['calls'] & string;
/** What a caller passes, before defaults are filled in. */
export type Input<C extends Contract, Name extends CallName<C>> = z.input<
  C['calls'][Name]['input']
>;
/** What a handler receives: the input with its defaults. */
export type Received<C extends Contract, Name extends CallName<C>> = z.output<
  C['calls'][Name]['input']
>;
export type Output<C extends Contract, Name extends CallName<C>> = z.output<
  C['calls'][Name]['output']
>;

/** What a handler receives besides its input. */
export interface CallContext {
  /**
   * When the caller stops waiting (milliseconds since the epoch). A call that has expired is not
   * started; a handler that waits before it writes looks again.
   */
  expiresAt: number;
}

/**
 * Answers one call of a contract. `needs` is what the handler works with, such as a database; a
 * handler declares only what it uses.
 */
export type ContractHandler<C extends Contract, Name extends CallName<C>, Needs> = (
  needs: Needs,
  input: Received<C, Name>,
  context: CallContext,
) => Promise<Output<C, Name>>;

/** A handler for each call of a contract; the compiler finds the missing one. */
export type Handlers<C extends Contract, Needs> = {
  [Name in CallName<C>]: ContractHandler<C, Name, Needs>;
};

/** The problems that any call may answer. */
export const commonProblems = [
  'invalid_request',
  'not_found',
  'answer_too_large',
  'internal',
  'unknown_call',
  'unavailable',
  'timeout',
] as const satisfies readonly ProblemCode[];

/** Declares calls; their types flow from the rows. */
export function defineCalls<const Calls extends Record<string, Call>>(calls: Calls): Calls {
  return calls;
}
