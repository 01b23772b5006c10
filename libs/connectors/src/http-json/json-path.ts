import { Misconfigured, Unavailable, type Existing } from '@trellis/connector-sdk';
import { jsonpath, type JSONValue } from 'json-p3';
import { costOf, compileRegularExpression } from './json-path-cost.js';
import type { PollBudget } from './budget.js';

const { FunctionExpressionType, JSONPathEnvironment, JSONPathError } = jsonpath;

export const maxPathLength = 512;

/** A query of RFC 9535 that takes time in proportion to the value that it is applied to. */
export interface JsonPath {
  /** Returns the first values that it selects, at most `max`. */
  select(root: unknown, options: { budget: PollBudget; max?: number }): unknown[];
  /** Returns whether the value has the names up to the first wildcard, slice or filter, and members there. */
  fits(root: unknown, options: { budget: PollBudget }): boolean;
  /** Its last name, and the objects that may have a member of that name; undefined if it ends with anything else. */
  member?: { name: string; owners: JsonPath['select'] };
  /** Returns the longest part of the path that leads somewhere, and the names of members there, for help. */
  existing(root: unknown, options: { budget: PollBudget }): Existing | undefined;
}

const environment = new JSONPathEnvironment({ maxRecursionDepth: 100 });
for (const name of ['match', 'search'] as const) {
  environment.functionRegister.set(name, {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call: (text: unknown, pattern: unknown) =>
      typeof text === 'string' && typeof pattern === 'string' && isMatch(name, { text, pattern }),
  });
}

type Expression = ReturnType<typeof compileRegularExpression>;

/** The regular expressions of paths in use; patterns are literals. */
const expressions = new Map<string, Expression>();
const maxExpressions = 1_000;

function isMatch(
  name: 'match' | 'search',
  { text, pattern }: { text: string; pattern: string },
): boolean {
  if (!expressions.has(pattern)) {
    if (expressions.size >= maxExpressions) expressions.clear();
    expressions.set(pattern, compileRegularExpression(pattern));
  }
  const expression = expressions.get(pattern);
  return (name === 'match' ? expression?.matches(text) : expression?.isIn(text)) ?? false;
}

/** Compiles a path. Throws `Misconfigured` for one that is invalid, or may take more than linear time; see `costOf`. */
export function compileJsonPath(text: string): JsonPath {
  const query = parse(text);
  const { weight, isSingular } = costOf(query);
  const prefix = prefixOf(query);

  const run = (compiled: typeof query, root: unknown, max: number): unknown[] => {
    const found: unknown[] = [];
    try {
      for (const { value } of compiled.lazyQuery(root as JSONValue)) {
        if (found.length >= max) break;
        found.push(value);
      }
    } catch (error) {
      // The stack or the maximum depth is exhausted.
      if (!(error instanceof RangeError || error instanceof JSONPathError)) throw error;
      throw new Unavailable('An answer is nested too deeply, or too long.', {
        cause: 'answer_too_large',
      });
    }
    return found;
  };
  const selectBy =
    (part: typeof query): JsonPath['select'] =>
    (root, { budget, max = 1 }) => {
      budget.spend('steps', isSingular ? weight : weight * countNodes(root));
      return run(part, root, max);
    };
  const name = lastName(query);
  return {
    select: selectBy(query),
    ...(name !== undefined && { member: { name, owners: selectBy(ownersOf(query)) } }),
    fits(root, { budget }) {
      budget.spend('steps', weight);
      const [found] = run(prefix, root, 1);
      return isSingular ? found !== undefined : typeof found === 'object' && found !== null;
    },
    existing(root, { budget }) {
      const { segments } = query;
      for (let end = segments.length - 1; end >= 0; end -= 1) {
        budget.spend('steps', isSingular ? weight : weight * countNodes(root));
        const part = new jsonpath.JSONPathQuery(environment, segments.slice(0, end));
        const [found] = run(part, root, 1);
        if (found !== undefined) return { path: part.toString(), members: membersOf(found) };
      }
      return undefined;
    },
  };
}

/** Returns the query of what the last segment of another one is applied to. */
const ownersOf = ({ segments }: jsonpath.JSONPathQuery): jsonpath.JSONPathQuery =>
  new jsonpath.JSONPathQuery(environment, segments.slice(0, -1));

/** Returns the name of the member at the end of a path. */
function lastName({ segments }: jsonpath.JSONPathQuery): string | undefined {
  const last = segments.at(-1);
  const [selector, ...others] = last?.selectors ?? [];
  const isName = selector instanceof jsonpath.selectors.NameSelector && others.length === 0;
  return isName && !last!.toString().startsWith('..') ? selector.name : undefined;
}

function parse(text: string) {
  if (text.length > maxPathLength) {
    throw new Misconfigured(`Must have at most ${maxPathLength} characters.`, {
      cause: 'description_invalid',
    });
  }
  try {
    return environment.compile(text);
  } catch (error) {
    const why = error instanceof JSONPathError ? error.message : 'it is not valid';
    throw new Misconfigured(`Is not a JSONPath (RFC 9535): ${why}.`, {
      cause: 'description_invalid',
    });
  }
}

/** How many names of members help. */
const maxMembers = 12;

/** Returns the names of the first members of an object. */
export const membersOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value)
        .slice(0, maxMembers)
        .map((name) => name.slice(0, 64).toWellFormed())
    : [];

/** Returns the part of a path that selects at most one value. */
function prefixOf(query: jsonpath.JSONPathQuery): jsonpath.JSONPathQuery {
  const { segments } = query;
  const end = segments.findIndex(
    (_, index) =>
      !new jsonpath.JSONPathQuery(environment, segments.slice(0, index + 1)).singularQuery(),
  );
  return new jsonpath.JSONPathQuery(environment, end < 0 ? segments : segments.slice(0, end));
}

/** The most values (objects, arrays, texts, numbers, …) in a response, and the deepest nesting. */
const maxNodes = 100_000;
const maxDepth = 64;

const countNodes = (root: unknown): number => measure(root).nodes;

/** Returns whether a value is too large, or nested too deeply, to be searched. */
export function isTooLarge(root: unknown): boolean {
  const { nodes, depth } = measure(root);
  return nodes > maxNodes || depth > maxDepth;
}

/** Measures a value; stops soon after a limit is exceeded. */
function measure(root: unknown): { nodes: number; depth: number } {
  let [nodes, deepest] = [0, 0];
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    nodes += 1;
    deepest = Math.max(deepest, depth);
    if (nodes + open.length > maxNodes) return { nodes: nodes + open.length, depth: deepest };
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value)) open.push({ value: member, depth: depth + 1 });
  }
  return { nodes, depth: deepest };
}
