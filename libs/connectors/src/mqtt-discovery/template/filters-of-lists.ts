import type { Allowance } from './allowance.js';
import { TemplateFailure } from './failure.js';
import { argument, iterate, type Arguments, type Filter } from './filter.js';
import { areEqual, compare } from './operators.js';
import { isTrue } from './truth.js';
import { isObject, member } from './values.js';

/** Looks up a filter or a test by its name. */
export type Lookup = (name: string) => Filter | undefined;

/** The pairs of an object. */
export const items: Filter = (value, _args, allowance) => {
  if (value === undefined) return [];
  if (!isObject(value)) throw new TemplateFailure('it reads the members of something without any');
  return allowance.namesOf(value).map((name) => [name, value[name]]);
};

/** The member that a path names: `attribute='a.b'`. */
function attribute(value: unknown, path: unknown, allowance: Allowance): unknown {
  if (typeof path === 'number') return member(value, path);
  return allowance
    .text(path)
    .split('.')
    .reduce<unknown>((at, name) => member(at, /^\d+$/.test(name) ? Number(name) : name), value);
}

const join: Filter = (value, args, allowance) => {
  const separator = allowance.text(argument(args, 0, 'd', ''));
  const path = argument(args, 1, 'attribute');
  const parts = iterate(value, allowance).map((item) =>
    allowance.text(path === undefined ? item : attribute(item, path, allowance)),
  );
  allowance.use('characters', parts.length * separator.length);
  return allowance.take(parts.join(separator));
};

/** The first or last item of an array, or character of a text. */
const at =
  (index: number): Filter =>
  (value, _args, allowance) =>
    iterate(value, allowance).at(index);

/** A key to sort by; texts are compared without regard to case unless `case_sensitive`. */
function sorter(args: Arguments, allowance: Allowance, by: unknown) {
  const isExact = isTrue(argument(args, 1, 'case_sensitive', false), allowance);
  const folded = (value: unknown) =>
    typeof value === 'string' && !isExact ? allowance.take(value.toLowerCase()) : value;
  return (item: unknown) => folded(by === undefined ? item : attribute(item, by, allowance));
}

const sort: Filter = (value, args, allowance) => {
  const sign = isTrue(argument(args, 0, 'reverse', false), allowance) ? -1 : 1;
  const key = sorter(args, allowance, argument(args, 2, 'attribute'));
  const keyed = iterate(value, allowance).map((item) => [key(item), item] as const);
  keyed.sort(([a], [b]) => {
    allowance.use('steps', 1);
    return sign * compare(a, b, allowance);
  });
  return keyed.map(([, item]) => item);
};

const unique: Filter = (value, args, allowance) => {
  const key = sorter(
    { positional: [undefined, ...args.positional], named: args.named },
    allowance,
    undefined,
  );
  const seen: unknown[] = [];
  return iterate(value, allowance).filter((item) => {
    const wanted = key(item);
    allowance.use('steps', seen.length);
    if (seen.some((one) => areEqual(one, wanted, allowance))) return false;
    seen.push(wanted);
    return true;
  });
};

const dictsort: Filter = (value, args, allowance) => {
  const by = argument(args, 1, 'by', 'key') === 'value' ? 1 : 0;
  const reverse = argument(args, 2, 'reverse', false);
  const order = {
    positional: [reverse, argument(args, 0, 'case_sensitive', false), by],
    named: {},
  };
  return sort(items(value, args, allowance), order, allowance);
};

/** `map('int')`, `map(attribute='a')`, `map('replace', 'a', 'b')`. */
const mapWith =
  (filterOf: Lookup): Filter =>
  (value, args, allowance) => {
    const all = iterate(value, allowance);
    const { attribute: path, default: byDefault, ...named } = args.named;
    if (path !== undefined) {
      return all.map((item) => attribute(item, path, allowance) ?? byDefault);
    }
    const [name, ...positional] = args.positional;
    const filter = filterOf(String(name));
    if (!filter) throw new TemplateFailure('it maps with a filter that is not supported');
    return all.map((item) => {
      allowance.use('steps', 1);
      return filter(item, { positional, named }, allowance);
    });
  };

/** The items for which a test holds, or does not: `select('gt', 3)`, `rejectattr('a', 'none')`. */
const choose =
  (testOf: Lookup, { isKept, byAttribute }: { isKept: boolean; byAttribute: boolean }): Filter =>
  (value, args, allowance) => {
    const [path, rest] = byAttribute
      ? [args.positional[0], args.positional.slice(1)]
      : [undefined, args.positional];
    const [name, ...positional] = rest;
    const test = name === undefined ? isTruthy : testOf(String(name));
    if (!test) throw new TemplateFailure('it selects with a test that is not supported');
    return iterate(value, allowance).filter((item) => {
      allowance.use('steps', 1);
      const tested = path === undefined ? item : attribute(item, path, allowance);
      return (
        isTrue(test(tested, { positional, named: args.named }, allowance), allowance) === isKept
      );
    });
  };

const isTruthy: Filter = (value, _args, allowance) => isTrue(value, allowance);

const flatten = (value: unknown, levels: number, allowance: Allowance): unknown[] =>
  iterate(value, allowance).flatMap((item) =>
    Array.isArray(item) && levels > 0 ? flatten(item, levels - 1, allowance) : [item],
  );

/** Jinja, "Builtin Filters". */
export const filtersOfLists = (filterOf: Lookup, testOf: Lookup): Record<string, Filter> => ({
  dictsort,
  first: at(0),
  flatten: (value, args, allowance) => {
    const levels = argument(args, 0, 'levels', null);
    return flatten(value, typeof levels === 'number' ? levels : 100, allowance);
  },
  items,
  join,
  last: at(-1),
  list: (value, _args, allowance) => [...iterate(value, allowance)],
  map: mapWith(filterOf),
  reject: choose(testOf, { isKept: false, byAttribute: false }),
  rejectattr: choose(testOf, { isKept: false, byAttribute: true }),
  reverse: (value, _args, allowance) => {
    const reversed = iterate(value, allowance).toReversed();
    return typeof value === 'string' ? allowance.take(reversed.join('')) : reversed;
  },
  select: choose(testOf, { isKept: true, byAttribute: false }),
  selectattr: choose(testOf, { isKept: true, byAttribute: true }),
  sort,
  unique,
  zip: (value, args, allowance) => {
    const lists = [value, ...args.positional].map((list) => iterate(list, allowance));
    const length = Math.min(...lists.map((list) => list.length));
    allowance.use('members', length * lists.length);
    return Array.from({ length }, (_, index) => lists.map((list) => list[index]));
  },
});
