import { Budget, type SharedBudget } from '@trellis/connector-sdk';
import { branches, expression, Scope } from './expression.js';
import { Namespace, NotFinite, TemplateFailure } from './values.js';
import { Work, type WorkKind } from './work.js';
import { iterate } from './arguments.js';
import { capturedName, parse } from './parser.js';
import type { Statement, Target } from './syntax.js';

export type Template =
  | { refused?: undefined; render(variables: Record<string, unknown>): string | undefined }
  | { refused: string };

/** The limits of one evaluation. Compiling spends the budget that it is given. */
const evaluationLimits = { source: 0, steps: 20_000, characters: 256 * 1024, members: 10_000 };

export const createBudget = (
  limits: Readonly<Record<WorkKind, number>>,
  within?: SharedBudget,
): Budget<WorkKind> =>
  new Budget({ limits, refuse: () => new TemplateFailure('it takes too much work'), within });

/**
 * Compiles a template of Home Assistant (Jinja; page "Templating"): texts, `{{ }}`, `{% if %}`, `{% for %}` and
 * `{% set %}`. Refuses macros, includes and functions that read the state of a home (`states()`). The syntax tree is
 * interpreted and never turned into code, so that a template reaches nothing but its variables; and every step spends
 * the budget, so that it ends.
 */
export function compileTemplate(source: string, budget: Budget<WorkKind>): Template {
  try {
    const run = block(parse(source, new Work(budget)));
    return { render: (variables) => render(run, variables, budget) };
  } catch (error) {
    return {
      refused: error instanceof TemplateFailure ? error.message : 'it is nested too deeply',
    };
  }
}

type Run = (scope: Scope) => string;

/** Renders a template; undefined when it has no result for these variables, and `nan` when that is not finite. */
function render(
  run: Run,
  variables: Record<string, unknown>,
  within: SharedBudget,
): string | undefined {
  try {
    const work = new Work(createBudget(evaluationLimits, within));
    return run(new Scope(Object.entries(variables), work)).trim();
  } catch (error) {
    if (error instanceof NotFinite) return 'nan';
    // A TemplateFailure, or the RangeError of a payload that is nested too deeply.
    return undefined;
  }
}

function block(statements: Statement[]): Run {
  const runs = statements.map(statement);
  return (scope) => scope.work.produce(runs.map((run) => run(scope)).join(''));
}

function statement(node: Statement): Run {
  switch (node.kind) {
    case 'text':
      return () => node.text;
    case 'output': {
      const value = expression(node.value);
      return (scope) => scope.work.text(value(scope));
    }
    case 'if': {
      const condition = expression(node.condition);
      const { body, otherwise } = node;
      const [met, unmet = () => ''] = branches(
        otherwise.length > 0 ? [body, otherwise] : [body],
        block,
      );
      return (scope) => (scope.work.isTrue(condition(scope)) ? met! : unmet)(scope);
    }
    case 'set': {
      const value = expression(node.value);
      const assign = assignment(node.targets);
      return (scope) => assign(scope, value(scope));
    }
    case 'capture': {
      const [body, value] = [block(node.body), expression(node.value)];
      const assign = assignment([node.target]);
      return (scope) => assign(scope, value(scope.within([[capturedName, body(scope)]])));
    }
    case 'for':
      return loop(node);
  }
}

/** Returns a function that sets one variable, or each of several to an item. */
function assignment(targets: Target[]): (scope: Scope, value: unknown) => string {
  return (scope, value) => {
    const values = targets.length === 1 ? [value] : unpacked(value, targets.length, scope);
    for (const [index, { name, attribute }] of targets.entries()) {
      if (attribute === undefined) {
        scope.set(name, values[index]);
        continue;
      }
      const namespace = scope.get(name);
      if (!(namespace instanceof Namespace)) {
        throw new TemplateFailure('it sets an attribute of something that is no namespace');
      }
      namespace.attributes.set(attribute, values[index]);
    }
    return '';
  };
}

function unpacked(value: unknown, count: number, { work }: Scope): unknown[] {
  const items = iterate(value, work);
  if (items.length !== count)
    throw new TemplateFailure('it unpacks more or fewer items than named');
  return items;
}

function loop(node: Extract<Statement, { kind: 'for' }>): Run {
  const items = expression(node.items);
  const condition = node.condition ? expression(node.condition) : () => true;
  const [body, otherwise] = [block(node.body), block(node.otherwise)];
  const variables = (item: unknown, scope: Scope): [string, unknown][] => {
    const values = node.names.length === 1 ? [item] : unpacked(item, node.names.length, scope);
    return node.names.map((name, index) => [name, values[index]]);
  };
  return (scope) => {
    const scopes = iterate(items(scope), scope.work)
      .map((item) => scope.within(variables(item, scope)))
      .filter((inner) => scope.work.isTrue(condition(inner)));
    if (scopes.length === 0) return otherwise(scope);
    return scopes
      .map((inner, index) => {
        scope.work.spend('steps', 1);
        inner.set('loop', position(index, scopes.length));
        return body(inner);
      })
      .join('');
  };
}

/** The variable `loop`: Jinja, "For". */
const position = (index: number, length: number): Record<string, unknown> => ({
  index: index + 1,
  index0: index,
  revindex: length - index,
  revindex0: length - index - 1,
  first: index === 0,
  last: index === length - 1,
  length,
});
