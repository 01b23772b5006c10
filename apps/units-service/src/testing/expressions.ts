import fc from 'fast-check';

/** Expressions in RSQL, and what they mean: a model to which the answers of the database are compared. */

/** A value of a property. */
export type Value = string | number | boolean | null | Value[] | { a: Value };

export const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('red', 'blue', '12', "it's", '', 'a%b', 'a_b'),
    fc.integer({ min: -3, max: 12 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.record({ a: tie('value') }),
  ),
})).value;

/** The comparison of a field. */
type Kind = 'json' | 'text' | 'truth' | 'time';

export interface Compared {
  kind: Kind;
  path: string[];
  operator: string;
  values: string[];
}
export type Tree = Compared | { and: boolean; left: Tree; right: Tree };

const equality = ['==', '!=', '=in=', '=out='];
const ordering = ['<', '<=', '>', '>=', '=lt=', '=le=', '=gt=', '=ge='];

/** Comparisons of one of some fields with some of the values. */
export const comparisons = (
  kind: Kind,
  paths: string[][],
  values: readonly string[],
): fc.Arbitrary<Compared> =>
  fc.record({
    kind: fc.constant(kind),
    path: fc.constantFrom(...paths),
    operator: fc.constantFrom(...equality, ...(kind === 'truth' ? [] : ordering)),
    values: fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
  });

/** Comparisons of a {@link value} and of what is in it. */
export const comparisonsOfValue = (...of: string[]): fc.Arbitrary<Compared> =>
  comparisons(
    'json',
    [of, [...of, 'a'], [...of, 'a', 'a']],
    ['red', 'r*', '*', '12', '-1.0', 'true', 'null', "it's", 'a%*', 'a_b', ''],
  );

/** Comparisons that are joined and nested. */
export const expressions = (compared: fc.Arbitrary<Compared>): fc.Arbitrary<Tree> =>
  fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      compared,
      fc.record({ and: fc.boolean(), left: tie('tree'), right: tie('tree') }),
    ),
  })).tree;

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const takesList = (operator: string) => operator === '=in=' || operator === '=out=';

/** An expression as it is written; `of` precedes each path. */
export function toText(tree: Tree, ...of: string[]): string {
  if ('and' in tree) {
    return `(${toText(tree.left, ...of)}${tree.and ? ';' : ','}${toText(tree.right, ...of)})`;
  }
  const { path, operator, values } = tree;
  const right = takesList(operator) ? `(${values.map(quoted).join(',')})` : quoted(values[0]!);
  return [...of, ...path].join('.') + operator + right;
}

/** The items at a path: members are looked for in the entries of arrays, too. */
export function itemsAt(value: Value | undefined, path: string[]): Value[] {
  if (value === undefined) return [];
  const [name, ...rest] = path;
  if (name === undefined) return Array.isArray(value) ? value : [value];
  const objects = Array.isArray(value) ? value : [value];
  return objects.flatMap((object) =>
    object !== null && typeof object === 'object' && 'a' in object ? itemsAt(object.a, rest) : [],
  );
}

const isNumber = (text: string) => text !== '' && Number.isFinite(Number(text));
const matches = (text: string, pattern: string) =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 's').test(text);

function isEqual(kind: Kind, item: Value, value: string): boolean {
  if (kind === 'time') return Date.parse(String(item)) === Date.parse(value);
  if (kind === 'json' && value === '*') return true;
  if (typeof item === 'string') return matches(item, value);
  if (typeof item === 'number') return isNumber(value) && item === Number(value);
  return typeof item !== 'object' ? String(item) === value : item === null && value === 'null';
}

/** Less than, equal to or greater than; undefined for what cannot be compared. */
function compare(kind: Kind, item: Value, value: string): number | undefined {
  if (kind === 'time') return Date.parse(String(item)) - Date.parse(value);
  if (kind === 'json' && isNumber(value)) {
    return typeof item === 'number' ? item - Number(value) : undefined;
  }
  return typeof item === 'string'
    ? Buffer.compare(Buffer.from(item), Buffer.from(value))
    : undefined;
}

function isOrdered(order: number | undefined, operator: string): boolean {
  if (order === undefined) return false;
  switch (operator) {
    case '<':
    case '=lt=':
      return order < 0;
    case '<=':
    case '=le=':
      return order <= 0;
    case '>':
    case '=gt=':
      return order > 0;
    default:
      return order >= 0;
  }
}

/** Returns whether an expression is true, given the items at each path. */
export function isTrue(tree: Tree, read: (path: string[]) => Value[]): boolean {
  if ('and' in tree) {
    const [left, right] = [isTrue(tree.left, read), isTrue(tree.right, read)];
    return tree.and ? left && right : left || right;
  }
  const { kind, path, operator, values } = tree;
  const items = read(path);
  if (ordering.includes(operator)) {
    return items.some((item) => isOrdered(compare(kind, item, values[0]!), operator));
  }
  const wanted = takesList(operator) ? values : values.slice(0, 1);
  const isFound = items.some((item) => wanted.some((value) => isEqual(kind, item, value)));
  return operator === '!=' || operator === '=out=' ? !isFound : isFound;
}
