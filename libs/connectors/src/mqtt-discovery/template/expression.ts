import type { Allowance } from './allowance.js';
import { TemplateFailure } from './failure.js';
import { filters, methods, type Arguments, type Filter } from './filters.js';
import { contains, holds, number, tests } from './operators.js';
import { child, childrenOf, type SyntaxNode } from './syntax.js';
import { isTrue, member } from './values.js';

/** The variables of an evaluation, and what it may still use. */
export interface Scope {
  variables: Map<string, unknown>;
  allowance: Allowance;
}

export type Expression = (scope: Scope) => unknown;

/** Jinja accepts these names with and without a capital; nunjucks parses only those without. */
const constants = new Map<unknown, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/** The expressions that are supported; a template with any other is refused as a whole. */
const kinds: Record<string, (node: SyntaxNode) => Expression> = {
  Literal: ({ value }) => {
    if (typeof value === 'object' && value !== null) throw refused('regular expressions');
    return () => value;
  },
  Symbol: ({ value: name }) =>
    constants.has(name)
      ? () => constants.get(name)
      : ({ variables }) => variables.get(name as string),
  Group: (node) => {
    const items = childrenOf(node).map(expression);
    return items.length === 1 && items[0] ? items[0] : list(items);
  },
  Array: (node) => list(childrenOf(node).map(expression)),
  Dict: (node) => {
    const pairs = childrenOf(node).map(
      (pair) => [expression(child(pair, 'key')), expression(child(pair, 'value'))] as const,
    );
    return (scope) =>
      Object.fromEntries(
        pairs.map(([key, value]) => [scope.allowance.text(key(scope)), value(scope)]),
      );
  },
  LookupVal: (node) => {
    const [target, key] = operands(node, 'target', 'val');
    return (scope) => member(target(scope), key(scope));
  },
  InlineIf: (node) => {
    const [condition, body] = operands(node, 'cond', 'body');
    const alternative = node.else_ ? expression(child(node, 'else_')) : () => undefined;
    return (scope) => (isTrue(condition(scope), scope.allowance) ? body : alternative)(scope);
  },
  Filter: (node) => {
    const filter = filters.get(String(child(node, 'name').value));
    if (!filter) throw refused(`the filter ${String(child(node, 'name').value)}`);
    const [value, ...rest] = childrenOf(child(node, 'args'));
    if (!value) throw refused('a filter of nothing');
    return call(filter, expression(value), rest);
  },
  FunCall: functionCall,
  Not: (node) => {
    const target = expression(child(node, 'target'));
    return (scope) => !isTrue(target(scope), scope.allowance);
  },
  And: (node) => {
    const [left, right] = operands(node, 'left', 'right');
    return (scope) => {
      const first = left(scope);
      return isTrue(first, scope.allowance) ? right(scope) : first;
    };
  },
  Or: (node) => {
    const [left, right] = operands(node, 'left', 'right');
    return (scope) => {
      const first = left(scope);
      return isTrue(first, scope.allowance) ? first : right(scope);
    };
  },
  Is: test,
  In: (node) => {
    const [left, right] = operands(node, 'left', 'right');
    return (scope) => contains(right(scope), left(scope), scope.allowance);
  },
  Compare: comparison,
  Concat: (node) => {
    const [left, right] = operands(node, 'left', 'right');
    return (scope) =>
      scope.allowance.take(scope.allowance.text(left(scope)) + scope.allowance.text(right(scope)));
  },
  Add: (node) => {
    const [left, right] = operands(node, 'left', 'right');
    return (scope) => {
      const [a, b] = [left(scope), right(scope)];
      if (typeof a === 'string' && typeof b === 'string') return scope.allowance.take(a + b);
      return number(a) + number(b);
    };
  },
  Sub: arithmetic((a, b) => a - b),
  Mul: arithmetic((a, b) => a * b),
  Div: arithmetic((a, b) => a / b),
  FloorDiv: arithmetic((a, b) => Math.floor(a / b)),
  Mod: arithmetic((a, b) => a - b * Math.floor(a / b)),
  Pow: arithmetic((a, b) => a ** b),
  Neg: (node) => {
    const target = expression(child(node, 'target'));
    return (scope) => -number(target(scope));
  },
  Pos: (node) => {
    const target = expression(child(node, 'target'));
    return (scope) => number(target(scope));
  },
};

/** Turns the syntax tree of an expression into a function; throws when a part of it is refused. */
export function expression(node: SyntaxNode): Expression {
  const kind = Object.hasOwn(kinds, node.typename) ? kinds[node.typename] : undefined;
  if (!kind) throw refused(node.typename);
  return kind(node);
}

function refused(what: string): TemplateFailure {
  return new TemplateFailure(`it uses ${what.slice(0, 60)}, which is not supported`);
}

function operands(node: SyntaxNode, first: string, second: string): [Expression, Expression] {
  return [expression(child(node, first)), expression(child(node, second))];
}

function list(items: Expression[]): Expression {
  return (scope) => items.map((item) => item(scope));
}

/** A result that is not finite (a division by zero, or an overflow) is an error, as in Python. */
function arithmetic(calculate: (a: number, b: number) => number) {
  return (node: SyntaxNode): Expression => {
    const [left, right] = operands(node, 'left', 'right');
    return (scope) => {
      const result = calculate(number(left(scope)), number(right(scope)));
      if (!Number.isFinite(result))
        throw new TemplateFailure('it divides by zero, or a result is too large');
      return result;
    };
  };
}

/** A chain of comparisons, each of which must hold: `0 < value < 10`. */
function comparison(node: SyntaxNode): Expression {
  const first = expression(child(node, 'expr'));
  const rest = childrenOf(node, 'ops').map((operand) => ({
    operator: String(operand.type),
    right: expression(child(operand, 'expr')),
  }));
  return (scope) => {
    let left = first(scope);
    return rest.every(({ operator, right }) => {
      const [a, b] = [left, right(scope)];
      left = b;
      return holds(a, operator, b);
    });
  };
}

function test(node: SyntaxNode): Expression {
  const left = expression(child(node, 'left'));
  const { typename, value } = child(node, 'right');
  const holdsFor = tests.get(typename === 'Literal' && value === null ? 'none' : String(value));
  if (!holdsFor) throw refused('a test');
  return (scope) => holdsFor(left(scope));
}

/** `float(value)`, which is a filter by another name, or `value.lower()`, a method of Python. */
function functionCall(node: SyntaxNode): Expression {
  const callee = child(node, 'name');
  const args = childrenOf(child(node, 'args'));
  if (callee.typename === 'LookupVal') {
    const method = methods.get(String(child(callee, 'val').value));
    if (!method) throw refused('a method');
    return call(method, expression(child(callee, 'target')), args);
  }
  const name = String(callee.value);
  const filter = filters.get(name);
  const [value, ...rest] = args;
  if (!filter || !value) throw refused(`the function ${name}`);
  return call(filter, expression(value), rest);
}

function call(filter: Filter, value: Expression, args: SyntaxNode[]): Expression {
  const positional = args.filter(({ typename }) => typename !== 'KeywordArgs').map(expression);
  const named = args
    .filter(({ typename }) => typename === 'KeywordArgs')
    .flatMap((keywords) => childrenOf(keywords))
    .map((pair) => [String(child(pair, 'key').value), expression(child(pair, 'value'))] as const);
  return (scope) => {
    const given: Arguments = {
      positional: positional.map((argument) => argument(scope)),
      named: Object.fromEntries(named.map(([name, argument]) => [name, argument(scope)])),
    };
    return filter(value(scope), given, scope.allowance);
  };
}
