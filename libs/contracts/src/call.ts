import type { z } from 'zod';
import type { ProblemCode } from './problems.js';

/** One call between services: what goes in, what comes back, and how it may fail. */
export interface Call {
  input: z.ZodType;
  output: z.ZodType;
  /** The problems that its handler may answer, beyond those that any call can meet. */
  problems: readonly ProblemCode[];
}

/** The calls that one service answers, and the queue on which it takes them. */
export interface Contract<Calls extends Record<string, Call> = Record<string, Call>> {
  queue: string;
  calls: Calls;
}

export type CallName<C extends Contract> = keyof C['calls'] & string;
/** What a caller hands in, before defaults are filled. */
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

/** Problems that any call may answer. */
export const commonProblems = [
  'invalid_request',
  'not_found',
  'answer_too_large',
  'internal',
  'unknown_call',
  'unavailable',
  'timeout',
] as const satisfies readonly ProblemCode[];

export function defineContract<const Calls extends Record<string, Call>>(
  contract: Contract<Calls>,
): Contract<Calls> {
  return contract;
}
