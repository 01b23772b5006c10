import { Misconfigured } from '@trellis/connector-sdk';
import { jsonpath } from 'json-p3';
import { RE2JS } from 're2js';

const { expressions, selectors } = jsonpath;

type Query = jsonpath.JSONPathQuery;
type Expression = jsonpath.expressions.FilterExpression;

/** How often a value may be selected, by brackets with several selectors. */
const maxSelections = 16;

/** The factor of a descendant segment: each value has as many ancestors as it is deep. */
const descendantWeight = 16;

/** The minimum cost of a regular expression in a filter, relative to a comparison. */
const expressionWeight = 100;

const maxFilterDepth = 2;

interface Cost {
  /** The approximate steps for each value that the path is applied to. */
  weight: number;
  /** Whether it selects at most one value, by names and indexes alone; `weight` is then the total cost. */
  isSingular: boolean;
}

/**
 * Returns the cost of a path. Throws `Misconfigured` for one that could take more than proportional time: with two
 * descendant segments, with many selectors in several brackets, or with a search in its filters that begins at the
 * root or descends. A pattern of `match()` or `search()` must be a literal, since one in a response could be
 * anything.
 */
export function costOf(query: Query): Cost {
  const isSingular = query.singularQuery();
  const weight = isSingular ? query.segments.length + 1 : weightOf(query, 0);
  return { weight, isSingular };
}

function weightOf({ segments }: Query, depth: number): number {
  if (depth > maxFilterDepth)
    throw new Misconfigured('Filters must not be nested so deeply.', {
      cause: 'description_invalid',
    });
  const descendants = segments.filter(isDescendant).length;
  if (descendants > (depth === 0 ? 1 : 0)) {
    throw new Misconfigured(
      'Must have at most one descendant segment (..), and none in a filter.',
      { cause: 'description_invalid' },
    );
  }
  const selections = segments.reduce((product, one) => product * one.selectors.length, 1);
  if (selections > maxSelections) {
    throw new Misconfigured(`Must not select a value more than ${maxSelections} times.`, {
      cause: 'description_invalid',
    });
  }
  const filters = segments
    .flatMap((segment) => segment.selectors)
    .flatMap((one) => (one instanceof selectors.FilterSelector ? [one.expression] : []))
    .reduce((sum, expression) => sum + filterWeight(expression, depth + 1), 0);
  return selections * (1 + filters) * (descendants > 0 ? descendantWeight : 1);
}

function filterWeight(expression: Expression, depth: number): number {
  if (expression instanceof expressions.LogicalExpression) {
    return filterWeight(expression.expression, depth);
  }
  if (expression instanceof expressions.PrefixExpression) {
    return filterWeight(expression.right, depth);
  }
  if (expression instanceof expressions.InfixExpression) {
    return 1 + filterWeight(expression.left, depth) + filterWeight(expression.right, depth);
  }
  if (expression instanceof expressions.FunctionExtension) return callWeight(expression, depth);
  if (!(expression instanceof expressions.FilterQuery)) return 1;
  const { path } = expression;
  if (path.singularQuery()) return path.segments.length + 1;
  if (expression instanceof expressions.RootQuery) {
    throw new Misconfigured('A query of the root ($) in a filter must select one value.', {
      cause: 'description_invalid',
    });
  }
  return weightOf(path, depth);
}

function callWeight(call: jsonpath.expressions.FunctionExtension, depth: number): number {
  const { name, args } = call;
  const weight = args.reduce((sum, one) => sum + filterWeight(one, depth), 1);
  if (name !== 'match' && name !== 'search') return weight;
  const [, pattern] = args;
  if (!(pattern instanceof expressions.StringLiteral)) {
    throw new Misconfigured(`The pattern of ${name}() must be a text.`, {
      cause: 'description_invalid',
    });
  }
  if (!compileRegularExpression(pattern.value)) {
    throw new Misconfigured(`The pattern of ${name}() is not valid (RFC 9485), or too large.`, {
      cause: 'description_invalid',
    });
  }
  return weight + expressionWeight + programOf(pattern.value);
}

/** Returns whether a segment is a descendant segment, whose class is not exported. */
const isDescendant = (segment: jsonpath.JSONPathSegment): boolean =>
  segment.toString().startsWith('..');

/** The largest program of an expression; a repetition `{n}` is written n times in it. */
const maxProgram = 2_000;

/** The longest text that a path searches, and the longest part of an answer that is searched (characters). */
const maxText = 256;
export const maxSearched = 4096;

/** Returns the approximate size of the program of an expression. */
const programOf = (pattern: string): number =>
  [...pattern.matchAll(/\{(\d+),?(\d*)\}/g)].reduce(
    (product, [, from, to]) => product * Math.max(1, Number(from), Number(to)),
    pattern.length,
  );

/** Compiles an I-Regexp (RFC 9485), which RE2 matches in linear time; undefined for an invalid or too large one. */
export function compileRegularExpression(
  pattern: string,
  maxLength = maxText,
): { matches(text: string): boolean; isIn(text: string): boolean } | undefined {
  if (programOf(pattern) > maxProgram) return undefined;
  try {
    const compiled = RE2JS.compile(toRe2(pattern));
    return {
      matches: (text) => text.length <= maxLength && compiled.matcher(text).matches(),
      isIn: (text) => text.length <= maxLength && compiled.matcher(text).find(),
    };
  } catch {
    return undefined;
  }
}

/** Converts an I-Regexp: its dot matches no line ends, and `^` and `$` are literals. */
const toRe2 = (pattern: string): string =>
  pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|[.^$]/gsu, (token) => {
    if (token === '.') return '[^\\n\\r]';
    return token === '^' || token === '$' ? `\\${token}` : token;
  });
