import type { Instance } from './configuration.js';
import { isPath, type Scalar } from './description/members.js';
import { compileExpression, type Expression } from './expression/expression.js';
import { compileJsonPath, type JsonPath } from './json-path.js';
import { isNothing } from './nothing.js';
import type { PollBudget } from './budget.js';
import { fillText, type Variable, type Variables } from './template.js';

export interface Compiled {
  path(text: string): JsonPath;
  expression(text: string): Expression;
}

/** Compiled descriptions. A configuration from the database is the same object for every poll. */
const compiledInstances = new WeakMap<Instance, Compiled>();

export function compileInstance(instance: Instance): Compiled {
  const known = compiledInstances.get(instance);
  if (known) return known;
  const compiled: Compiled = {
    path: compileOnce(compileJsonPath),
    expression: compileOnce(compileExpression),
  };
  compiledInstances.set(instance, compiled);
  return compiled;
}

function compileOnce<Result>(compile: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const result = known.get(text) ?? compile(text);
    known.set(text, result);
    return result;
  };
}

interface Found {
  compiled: Compiled;
  budget: PollBudget;
  entity: unknown;
  variables: Variables;
  /** Values that mean nothing. */
  nothing: readonly Scalar[];
}

/** Reads a source of the description: the scalar at its path, or its text with variables; undefined without one. */
export function readSource(
  source: string,
  { compiled, budget, entity, variables, nothing }: Found,
): Variable | undefined {
  if (!isPath(source)) return fillText(source, variables);
  const [found] = compiled.path(source).select(entity, { budget });
  const isScalar =
    typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean';
  return isScalar && !isNothing(found, nothing) ? found : undefined;
}

/** Adds the variables that sources find to the known ones; leaves out those that are not found. */
export function readVariables(sources: Record<string, string>, found: Found): Variables {
  const entries = Object.entries(sources).flatMap(([name, source]): [string, Variable][] => {
    const value = readSource(source, found);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.assign({}, found.variables, Object.fromEntries(entries));
}
