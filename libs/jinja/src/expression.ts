import { isFloat, member, TemplateFailure, toFloat } from './values.js';
import type { Arguments, Filter } from './arguments.js';
import { filters, tests, constants, functions } from './filters.js';
import { methods } from './methods.js';
import { holds, number, operators, slice } from './operators.js';
import type { Args, Expr } from './syntax.js';
import type { Work } from './work.js';

type Expression = (scope: Scope) => unknown;

/** Turns an expression into a function. Throws `TemplateFailure` for a part that is not supported. */
export function expression(node: Expr): Expression {
  const evaluate = evaluation(node);
  return (scope) => {
    scope.work.spend('steps', 1);
    return evaluate(scope);
  };
}

function evaluation(node: Expr): Expression {
  switch (node.kind) {
    case 'literal':
      return () => node.value;
    case 'name':
      return (scope) => variable(scope, node.name);
    case 'list': {
      const items = node.items.map(expression);
      return (scope) => items.map((item) => item(scope));
    }
    case 'dict':
      return dictionary(node.pairs);
    case 'member': {
      const [target, key] = [expression(node.target), expression(node.key)];
      return (scope) => member(target(scope), key(scope));
    }
    case 'slice': {
      const target = expression(node.target);
      const bounds = node.bounds.map((bound) => bound && expression(bound));
      return (scope) =>
        slice(
          target(scope),
          bounds.map((bound) => bound?.(scope) ?? null),
          scope.work,
        );
    }
    case 'filter':
      return applied(required(filters.get(node.name), `the filter ${node.name}`), node);
    case 'test':
      return applied(required(tests.get(node.name), `the test ${node.name}`), node);
    case 'method':
      return applied(required(methods.get(node.name), `the method ${node.name}`), node);
    case 'call': {
      const call = required(functions.get(node.name), `the function ${node.name}`);
      const args = argumentsOf(node.args);
      return (scope) => call(args(scope), scope.work);
    }
    case 'compare':
      return comparison(node.first, node.rest);
    case 'binary': {
      const operate = required(operators.get(node.operator), node.operator);
      const [left, right] = [expression(node.left), expression(node.right)];
      return (scope) => operate(left(scope), right(scope), scope.work);
    }
    case 'if': {
      const condition = expression(node.condition);
      const { body, otherwise } = node;
      const [met, unmet = () => undefined] = branches(
        otherwise ? [body, otherwise] : [body],
        expression,
      );
      return (scope) => (scope.work.isTrue(condition(scope)) ? met! : unmet)(scope);
    }
    case 'and':
    case 'or': {
      const [left, right] = [expression(node.left), expression(node.right)];
      return (scope) => {
        const first = left(scope);
        const isDecided = scope.work.isTrue(first) === (node.kind === 'or');
        return isDecided ? first : right(scope);
      };
    }
    case 'not': {
      const target = expression(node.target);
      return (scope) => !scope.work.isTrue(target(scope));
    }
    case 'negative':
    case 'positive': {
      const target = expression(node.target);
      const sign = node.kind === 'negative' ? -1 : 1;
      return (scope) => {
        const value = target(scope);
        const result = sign * number(value);
        return isFloat(value) ? toFloat(result) : result + 0;
      };
    }
  }
}

/**
 * Compiles the branches of a condition. One that uses what is not supported, such as the state of a home, fails only when
 * it is evaluated, unless all do.
 */
export function branches<Node, Result>(
  nodes: readonly Node[],
  compile: (node: Node) => (scope: Scope) => Result,
): ((scope: Scope) => Result)[] {
  const failures: TemplateFailure[] = [];
  const compiled = nodes.map((node) => {
    try {
      return compile(node);
    } catch (error) {
      if (!(error instanceof TemplateFailure)) throw error;
      failures.push(error);
      return () => {
        throw error;
      };
    }
  });
  if (failures.length === nodes.length) throw failures[0]!;
  return compiled;
}

const variable = (scope: Scope, name: string): unknown => {
  const value = scope.get(name);
  return value === undefined ? constants.get(name) : value;
};

function required<T>(found: T | undefined, what: string): T {
  if (found === undefined) {
    throw new TemplateFailure(`it uses ${what.slice(0, 60)}, which is not supported`);
  }
  return found;
}

function dictionary(given: [Expr, Expr][]): Expression {
  const pairs = given.map(([key, value]) => [expression(key), expression(value)] as const);
  return (scope) =>
    Object.fromEntries(pairs.map(([key, value]) => [scope.work.text(key(scope)), value(scope)]));
}

function applied(filter: Filter, node: { target: Expr; args: Args }): Expression {
  const target = expression(node.target);
  const args = argumentsOf(node.args);
  return (scope) => filter(target(scope), args(scope), scope.work);
}

function argumentsOf(given: Args): (scope: Scope) => Arguments {
  const positional = given.positional.map(expression);
  const named = given.named.map(([name, value]) => [name, expression(value)] as const);
  return (scope) => ({
    positional: positional.map((value) => value(scope)),
    named: Object.fromEntries(named.map(([name, value]) => [name, value(scope)])),
  });
}

/** Returns the expression for a chain of comparisons, all of which must hold: `0 < value < 10`. */
function comparison(given: Expr, operands: { operator: string; right: Expr }[]): Expression {
  const first = expression(given);
  const rest = operands.map(({ operator, right }) => ({ operator, right: expression(right) }));
  return (scope) => {
    let left = first(scope);
    return rest.every(({ operator, right }) => {
      const [a, b] = [left, right(scope)];
      left = b;
      return holds(a, operator, b, scope.work);
    });
  };
}

export class Scope {
  readonly work: Work;
  readonly #variables: Map<string, unknown>;
  readonly #outer: Scope | undefined;

  constructor(variables: Iterable<[string, unknown]>, work: Work, outer?: Scope) {
    this.#variables = new Map(variables);
    this.work = work;
    this.#outer = outer;
  }

  /** Creates an inner scope: variables that are set there do not outlive it. */
  within(variables: Iterable<[string, unknown]>): Scope {
    return new Scope(variables, this.work, this);
  }

  get(name: string): unknown {
    return this.#variables.has(name) ? this.#variables.get(name) : this.#outer?.get(name);
  }

  set(name: string, value: unknown): void {
    this.#variables.set(name, value);
  }
}
