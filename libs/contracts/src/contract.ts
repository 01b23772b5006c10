import type { z } from 'zod';
import type { Problem, ProblemCode } from './problems.js';

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
  /** Whether its handler is a {@link SetHandler}, which answers the calls that arrive together. */
  sets?: true;
}

/** The calls that one service answers, and the queue on which it takes them. */
export interface Contract<Calls extends Record<string, Call> = Record<string, Call>> {
  queue: string;
  /** Has as many shards as are configured (`QUEUE_SHARDS`), since it has the most calls. */
  sharded?: true;
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
   * When the caller stops waiting (milliseconds since the epoch, by the clock of this machine). A call
   * that has expired is not started, and a handler writes nothing after that.
   */
  expiresAt: number;
}

/** One call of a set. */
export interface CallInSet<Input> extends CallContext {
  input: Input;
}

/** The outcome of a call that has to wait for a later set, because the answers of the others fill this one. */
export const deferred: unique symbol = Symbol('deferred');

/**
 * Answers all calls of a row that arrive together: one outcome per call, in the same order. It either
 * answers all of them or throws without having changed anything; a set that failed is split and tried
 * again, so that only the call that is to blame fails. An outcome may be a promise: its neighbors are
 * answered without waiting for it. Calls may be {@link deferred}, except the first one.
 */
type SetHandler<C extends Contract, Name extends CallName<C>, Needs> = (
  needs: Needs,
  calls: readonly CallInSet<Received<C, Name>>[],
) => Promise<(OutcomeOf<C, Name> | Promise<OutcomeOf<C, Name>>)[]>;

type OutcomeOf<C extends Contract, Name extends CallName<C>> =
  Output<C, Name> | Problem | typeof deferred;

/** Answers one call of a contract. */
type SingleHandler<C extends Contract, Name extends CallName<C>, Needs> = (
  needs: Needs,
  input: Received<C, Name>,
  context: CallContext,
) => Promise<Output<C, Name>>;

/**
 * Answers a call of a contract, or sets of them when its row says so. `needs` is what the handler works
 * with, such as a database; a handler declares only what it uses.
 */
export type ContractHandler<
  C extends Contract,
  Name extends CallName<C>,
  Needs,
> = C['calls'][Name] extends { sets: true }
  ? SetHandler<C, Name, Needs>
  : SingleHandler<C, Name, Needs>;

/** A handler for each call of a contract; the compiler finds the missing one. */
export type Handlers<C extends Contract, Needs> = {
  [Name in CallName<C>]: ContractHandler<C, Name, Needs>;
};

/** The account that a call acts for; calls of different accounts share jobs and sets fairly. */
export function developerOf(input: unknown): string {
  const { caller, developer } = (input ?? {}) as {
    caller?: { developer?: unknown };
    developer?: unknown;
  };
  const found = caller?.developer ?? developer;
  return typeof found === 'string' ? found : '';
}

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
