import { Allowance, limits } from './allowance.js';
import { expression, type Scope } from './expression.js';
import { TemplateFailure } from './failure.js';
import { child, childrenOf, parse, type SyntaxNode } from './syntax.js';
import { isTrue } from './values.js';

/** A template that can be evaluated, or why it cannot. */
export type Template =
  | { refused?: undefined; render(variables: Record<string, unknown>): string | undefined }
  | { refused: string };

type Statement = (scope: Scope) => string;

/**
 * Compiles a template of Home Assistant (Jinja; page "Templating"): texts, `{{ }}`, `{% if %}` and
 * `{% set %}`. Loops, macros, includes and functions that read the state of a home (`states()`,
 * `now()`) are refused. The syntax tree is interpreted and never turned into code, so that a template
 * reaches nothing but its variables, and always ends. All templates with one `allowance` share it.
 */
export function compileTemplate(
  source: string,
  allowance: Allowance = new Allowance(limits.device),
): Template {
  try {
    const statement = block(parse(source, allowance));
    return { render: (variables) => render(statement, variables, allowance) };
  } catch (error) {
    return {
      refused: error instanceof TemplateFailure ? error.message : 'it is nested too deeply',
    };
  }
}

/** The text that a template produces; undefined when it has none for this payload. */
function render(
  statement: Statement,
  variables: Record<string, unknown>,
  whole: Allowance,
): string | undefined {
  try {
    const allowance = new Allowance(limits.evaluation, whole);
    return statement({ variables: new Map(Object.entries(variables)), allowance }).trim();
  } catch {
    // A TemplateFailure, or the RangeError of a payload that is nested too deeply.
    return undefined;
  }
}

const kinds: Record<string, (node: SyntaxNode) => Statement> = {
  Root: block,
  NodeList: block,
  Output: (node) => {
    const parts = childrenOf(node).map((part) =>
      part.typename === 'TemplateData' ? () => part.value : expression(part),
    );
    return (scope) => parts.map((part) => scope.allowance.text(part(scope))).join('');
  },
  If: (node) => {
    const condition = expression(child(node, 'cond'));
    const body = statement(child(node, 'body'));
    const alternative = node.else_ ? statement(child(node, 'else_')) : () => '';
    return (scope) => (isTrue(condition(scope), scope.allowance) ? body : alternative)(scope);
  },
  Set: (node) => {
    const value = expression(child(node, 'value'));
    const names = childrenOf(node, 'targets').map((target) => String(target.value));
    return (scope) => {
      const result = value(scope);
      for (const name of names) scope.variables.set(name, result);
      return '';
    };
  },
};

function statement(node: SyntaxNode): Statement {
  const kind = Object.hasOwn(kinds, node.typename) ? kinds[node.typename] : undefined;
  if (!kind)
    throw new TemplateFailure(`it uses ${node.typename.toLowerCase()}, which is not supported`);
  return kind(node);
}

function block(node: SyntaxNode): Statement {
  const statements = childrenOf(node).map(statement);
  return (scope) => scope.allowance.take(statements.map((each) => each(scope)).join(''));
}
