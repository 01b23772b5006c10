import { Misconfigured, Unavailable } from '@trellis/connector-sdk';
import jsonata from 'jsonata';
import type { PollBudget } from '../budget.js';
import {
  createMeter,
  maxItems,
  maxText,
  requireSmall,
  TooLarge,
  type Meter,
  hasReserved,
} from './meter.js';
import { checkSyntax, type Node } from './syntax.js';

declare module 'jsonata' {
  interface Expression {
    /** Sets a hook of the evaluation, which is missing in the types of the library. */
    assign(name: symbol, hook: unknown): void;
  }
}

export const maxExpressionLength = 1024;

export interface Expression {
  /** Evaluates a value; undefined without a result, or when it does not apply to the value, such as a sum of texts. */
  evaluate(input: unknown, options: { budget: PollBudget }): Promise<unknown>;
}

/** No expression can have a variable of this name. */
const meterName = '\0meter';

interface Environment {
  lookup(name: string): unknown;
}
const meterOf = (environment: Environment) => environment.lookup(meterName) as Meter;

/** Compiles an expression. Throws `Misconfigured` for one that is invalid or whose work has no bounds. */
export function compileExpression(text: string): Expression {
  const compiled = parse(text);
  const watched = checkSyntax(compiled.ast() as Node);
  compiled.registerFunction('join', join, '<a<s>s?:s>');
  // Called by the library at each step; see "timeboxing" in its documentation.
  const onEnter = (node: Node, input: unknown, environment: Environment) =>
    meterOf(environment).enter(node, input);
  const onLeave = (node: Node, _: unknown, environment: Environment, result: unknown) =>
    meterOf(environment).leave(node, result);
  compiled.assign(Symbol.for('jsonata.__evaluate_entry'), onEnter);
  compiled.assign(Symbol.for('jsonata.__evaluate_exit'), onLeave);

  return {
    async evaluate(input, { budget }) {
      if (hasReserved(input))
        throw new Unavailable('An answer has a member of a reserved name.', {
          cause: 'unexpected_form',
        });
      const bindings = { [meterName]: createMeter(budget, watched) };
      try {
        const result: unknown = await compiled.evaluate(input, bindings);
        requireSmall(result);
        return plain(result);
      } catch (error) {
        if (error instanceof TooLarge || isLengthError(error)) throw tooLarge();
        // Only errors of the expression on this value have no result.
        if (error instanceof Misconfigured || !isEvaluationError(error)) throw error;
        return undefined;
      }
    },
  };
}

function parse(text: string): jsonata.Expression {
  if (text.length > maxExpressionLength) {
    throw new Misconfigured(`Must have at most ${maxExpressionLength} characters.`, {
      cause: 'description_invalid',
    });
  }
  try {
    return jsonata(text, { sequence: maxItems });
  } catch (error) {
    const { message, position } = error as Partial<jsonata.JsonataError>;
    const where = position === undefined ? '' : ` (character ${position})`;
    throw new Misconfigured(`Is not an expression of JSONata: ${message ?? 'invalid'}${where}.`, {
      cause: 'description_invalid',
    });
  }
}

/** Joins texts; `$join` of the library makes the text before its length is known. */
function join(texts: string[] | undefined, separator = ''): string | undefined {
  if (texts === undefined) return undefined;
  const length = texts.reduce((sum, one) => sum + one.length + separator.length, 0);
  if (length > maxText) throw new TooLarge();
  return texts.join(separator);
}

/** Returns whether an error is one of the library (an object with a code), or of JavaScript for another type. */
const isEvaluationError = (error: unknown): boolean =>
  error instanceof TypeError ||
  (typeof error === 'object' && error !== null && 'code' in error && !(error instanceof Error));

/** Returns whether a list would be longer than `maxItems`, or a text longer than JavaScript allows. */
const isLengthError = (error: unknown): boolean =>
  error instanceof RangeError || (error as { code?: unknown } | null)?.code === 'D2015';

const tooLarge = () =>
  new Unavailable('An answer has too many values, or too long ones, for an expression.', {
    cause: 'answer_too_large',
  });

/** Removes what the library adds to lists. */
const plain = (value: unknown): unknown =>
  value === undefined || typeof value === 'function'
    ? undefined
    : (JSON.parse(JSON.stringify(value)) as unknown);
