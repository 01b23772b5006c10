import type { Instance } from './configuration.js';
import { isPath } from './description/members.js';
import { compileExpression, type Expression } from './expression/expression.js';
import { compileJsonPath, type JsonPath } from './json-path.js';
import type { Steps } from './steps.js';
import { fillText, type Variable, type Variables } from './template.js';

/** The paths and expressions of one description, compiled. */
export interface Compiled {
  path(text: string): JsonPath;
  expression(text: string): Expression;
}

/** A configuration that was read from the database is the same object for every poll. */
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

/** Where a text of a device comes from. */
interface Found {
  compiled: Compiled;
  steps: Steps;
  entity: unknown;
  variables: Variables;
}

/**
 * What a source of the description says: the scalar that its path finds, or its text with variables.
 * Undefined when that is not there.
 */
export function readSource(
  source: string,
  { compiled, steps, entity, variables }: Found,
): Variable | undefined {
  if (!isPath(source)) return fillText(source, variables);
  const [found] = compiled.path(source).select(entity, { steps });
  const isScalar =
    typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean';
  return isScalar ? found : undefined;
}

/** The variables that sources find, besides those that are known; those that are not there are left out. */
export function readVariables(sources: Record<string, string>, found: Found): Variables {
  const entries = Object.entries(sources).flatMap(([name, source]): [string, Variable][] => {
    const value = readSource(source, found);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.assign({}, found.variables, Object.fromEntries(entries));
}
