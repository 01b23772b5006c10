import { Allowance, limits } from './allowance.js';
import { expression } from './expression.js';
import { TemplateFailure } from './failure.js';
import { iterate } from './filter.js';
import { parse } from './parser.js';
import { Scope } from './scope.js';
import { capturedName } from './statement-parser.js';
import type { Statement, Target } from './syntax.js';
import { isTrue } from './truth.js';
import { Namespace } from './values.js';

/** A template that can be evaluated, or why it cannot. */
export type Template =
  | { refused?: undefined; render(variables: Record<string, unknown>): string | undefined }
  | { refused: string };

/**
 * Compiles a template of Home Assistant (Jinja; page "Templating"): texts, `{{ }}`, `{% if %}`,
 * `{% for %}` and `{% set %}`. Macros, includes and functions that read the state of a home
 * (`states()`) are refused. The syntax tree is interpreted and never turned into code, so that a
 * template reaches nothing but its variables; and every step counts, so that it ends. All templates
 * with one `allowance` share it.
 */
export function compileTemplate(
  source: string,
  allowance: Allowance = new Allowance(limits.device),
): Template {
  try {
    const run = block(parse(source, allowance));
    return { render: (variables) => render(run, variables, allowance) };
  } catch (error) {
    return {
      refused: error instanceof TemplateFailure ? error.message : 'it is nested too deeply',
    };
  }
}

type Run = (scope: Scope) => string;

/** The text that a template produces; undefined when it has none for this payload. */
function render(
  run: Run,
  variables: Record<string, unknown>,
  whole: Allowance,
): string | undefined {
  try {
    const allowance = new Allowance(limits.evaluation, whole);
    return run(new Scope(Object.entries(variables), allowance)).trim();
  } catch {
    // A TemplateFailure, or the RangeError of a payload that is nested too deeply.
    return undefined;
  }
}

function block(statements: Statement[]): Run {
  const runs = statements.map(statement);
  return (scope) => scope.allowance.take(runs.map((run) => run(scope)).join(''));
}

function statement(node: Statement): Run {
  switch (node.kind) {
    case 'text':
      return () => node.text;
    case 'output': {
      const value = expression(node.value);
      return (scope) => scope.allowance.text(value(scope));
    }
    case 'if': {
      const condition = expression(node.condition);
      const [body, otherwise] = [block(node.body), block(node.otherwise)];
      return (scope) => (isTrue(condition(scope), scope.allowance) ? body : otherwise)(scope);
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

/** Sets one variable, or each of several to an item. */
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

function unpacked(value: unknown, count: number, { allowance }: Scope): unknown[] {
  const items = iterate(value, allowance);
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
    const scopes = iterate(items(scope), scope.allowance)
      .map((item) => scope.within(variables(item, scope)))
      .filter((inner) => isTrue(condition(inner), scope.allowance));
    if (scopes.length === 0) return otherwise(scope);
    return scopes
      .map((inner, index) => {
        scope.allowance.use('steps', 1);
        inner.set('loop', position(index, scopes.length));
        return body(inner);
      })
      .join('');
  };
}

/** What a loop knows of its position: Jinja, "For". */
const position = (index: number, length: number): Record<string, unknown> => ({
  index: index + 1,
  index0: index,
  revindex: length - index,
  revindex0: length - index - 1,
  first: index === 0,
  last: index === length - 1,
  length,
});
