import type { z } from 'zod';
import { nothing } from './caller.js';
import type { Problem, ProblemCode } from './problems.js';

/** How long a caller waits for an answer by default (ms). */
export const defaultCallTimeoutMs = 5_000;

/** One call between services: its input, its output, its problems, and its timeout. */
export interface Call {
  /** Checked by the service that receives the call, which also fills in defaults. */
  input: z.ZodType;
  /** Checked where tests run (`NODE_ENV=test`), not in production. Default: the empty object. */
  output?: z.ZodType;
  /** The problems that its handler may answer, beyond {@link commonProblems}. */
  problems?: readonly ProblemCode[];
  /** How long the caller waits for the answer. Default {@link defaultCallTimeoutMs}. */
  timeoutMs?: number;
  /** Whether its handler is a {@link BatchHandler}, which answers a whole batch of calls. */
  batched?: true;
}

/** The calls that one service answers, and the queue on which it takes them. */
export interface Contract<Calls extends Record<string, Call> = Record<string, Call>> {
  queue: string;
  /** Whether the queue has `QUEUE_SHARDS` shards. */
  sharded?: true;
  calls: Calls;
}

export type CallName<C extends Contract> = keyof C['calls'] & string;
/** The input that a caller passes, without defaults. */
export type Input<C extends Contract, Name extends CallName<C>> = z.input<
  C['calls'][Name]['input']
>;
/** The input that a handler receives, with defaults. */
export type Received<C extends Contract, Name extends CallName<C>> = z.output<
  C['calls'][Name]['input']
>;
export type Output<C extends Contract, Name extends CallName<C>> = C['calls'][Name] extends {
  output: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : Record<string, never>;

/** The second argument of a handler. */
export interface CallContext {
  /**
   * When the caller stops waiting (milliseconds since the epoch, by the clock of this machine). An expired call is not
   * started, and a handler writes nothing after that.
   */
  expiresAt: number;
}

/** One call of a batch. */
export interface BatchedCall<Input> extends CallContext {
  input: Input;
}

/** The outcome of a call that is left to a later batch because the answers of the others fill this one. */
export const deferred: unique symbol = Symbol('deferred');

/**
 * Answers a batch with one outcome per call, in the same order. It either answers all of them or throws without
 * having changed anything; a failed batch is split and retried, so that only the faulty call fails. An outcome may be a
 * promise, which the other calls do not wait for. Any call but the first may be {@link deferred}.
 */
type BatchHandler<C extends Contract, Name extends CallName<C>, Needs> = (
  needs: Needs,
  calls: readonly BatchedCall<Received<C, Name>>[],
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
 * Answers a call of a contract, or a batch of them if its row has `batched`. `needs` are the handler's dependencies,
 * such as a database; each handler declares only those that it uses.
 */
export type ContractHandler<
  C extends Contract,
  Name extends CallName<C>,
  Needs,
> = C['calls'][Name] extends { batched: true }
  ? BatchHandler<C, Name, Needs>
  : SingleHandler<C, Name, Needs>;

export type Handlers<C extends Contract, Needs> = {
  [Name in CallName<C>]: ContractHandler<C, Name, Needs>;
};

/** Returns the account that a call acts for; accounts share jobs and batches fairly. */
export function developerOf(input: unknown): string {
  const { caller, developer } = (input ?? {}) as {
    caller?: { developer?: unknown };
    developer?: unknown;
  };
  const found = caller?.developer ?? developer;
  return typeof found === 'string' ? found : '';
}

/** Returns the schema of the output of a call. */
export const outputOf = ({ output = nothing }: Call): z.ZodType => output;

export const commonProblems = [
  'invalid_request',
  'not_found',
  'answer_too_large',
  'erasure_under_way',
  'internal',
  'unknown_call',
  'unavailable',
  'timeout',
] as const satisfies readonly ProblemCode[];

/** Declares calls; their types flow from the rows. */
export function defineCalls<const Calls extends Record<string, Call>>(calls: Calls): Calls {
  return calls;
}
