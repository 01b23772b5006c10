import type { Work } from './work.js';
import { isFloat, isObject, member, TemplateFailure, toFloat } from './values.js';
import { argument, iterate, type Arguments, type Filter } from './arguments.js';
import { areEqual, compare, number } from './operators.js';

export type Lookup = (name: string) => Filter | undefined;

export const items: Filter = (value, _args, work) => {
  if (value === undefined) return [];
  if (!isObject(value)) throw new TemplateFailure('it reads the members of something without any');
  return work.namesOf(value).map((name) => [name, value[name]]);
};

/** Returns the member at a path: `attribute='a.b'`. */
function attribute(value: unknown, path: unknown, work: Work): unknown {
  if (typeof path === 'number') return member(value, path);
  return work
    .text(path)
    .split('.')
    .reduce<unknown>((at, name) => member(at, /^\d+$/.test(name) ? Number(name) : name), value);
}

const join: Filter = (value, args, work) => {
  const separator = work.text(argument(args, 0, 'd', ''));
  const path = argument(args, 1, 'attribute');
  const parts = iterate(value, work).map((item) =>
    work.text(path === undefined ? item : attribute(item, path, work)),
  );
  work.spend('characters', parts.length * separator.length);
  return work.produce(parts.join(separator));
};

/** Returns a filter for an item of an array, or a character of a text. */
const at =
  (index: number): Filter =>
  (value, _args, work) =>
    iterate(value, work).at(index);

/** Returns the function that makes sort keys. Texts ignore case unless `case_sensitive`. */
function sorter(args: Arguments, work: Work, by: unknown) {
  const isExact = work.isTrue(argument(args, 1, 'case_sensitive', false));
  const folded = (value: unknown) =>
    typeof value === 'string' && !isExact ? work.produce(value.toLowerCase()) : value;
  return (item: unknown) => folded(by === undefined ? item : attribute(item, by, work));
}

const sort: Filter = (value, args, work) => {
  const sign = work.isTrue(argument(args, 0, 'reverse', false)) ? -1 : 1;
  const key = sorter(args, work, argument(args, 2, 'attribute'));
  const keyed = iterate(value, work).map((item) => [key(item), item] as const);
  keyed.sort(([a], [b]) => {
    work.spend('steps', 1);
    return sign * compare(a, b, work);
  });
  return keyed.map(([, item]) => item);
};

const unique: Filter = (value, args, work) => {
  const key = sorter(
    { positional: [undefined, ...args.positional], named: args.named },
    work,
    undefined,
  );
  const seen: unknown[] = [];
  return iterate(value, work).filter((item) => {
    const wanted = key(item);
    work.spend('steps', seen.length);
    if (seen.some((one) => areEqual(one, wanted, work))) return false;
    seen.push(wanted);
    return true;
  });
};

const dictsort: Filter = (value, args, work) => {
  const by = argument(args, 1, 'by', 'key') === 'value' ? 1 : 0;
  const reverse = argument(args, 2, 'reverse', false);
  const order = {
    positional: [reverse, argument(args, 0, 'case_sensitive', false), by],
    named: {},
  };
  return sort(items(value, args, work), order, work);
};

const sum: Filter = (value, args, work) => {
  const path = argument(args, 0, 'attribute') ?? undefined;
  const all = iterate(value, work).map((one) =>
    path === undefined ? one : attribute(one, path, work),
  );
  const start = number(argument(args, 1, 'start', 0));
  const total = all.reduce<number>((before, one) => before + number(one), start);
  return all.some(isFloat) ? toFloat(total) : total;
};

/** `map('int')`, `map(attribute='a')`, `map('replace', 'a', 'b')`. */
const mapWith =
  (filterOf: Lookup): Filter =>
  (value, args, work) => {
    const all = iterate(value, work);
    const { attribute: path, default: byDefault, ...named } = args.named;
    if (path !== undefined) {
      return all.map((item) => attribute(item, path, work) ?? byDefault);
    }
    const [name, ...positional] = args.positional;
    const filter = filterOf(String(name));
    if (!filter) throw new TemplateFailure('it maps with a filter that is not supported');
    return all.map((item) => {
      work.spend('steps', 1);
      return filter(item, { positional, named }, work);
    });
  };

/** Returns a filter for the items with, or without, a property: `select('gt', 3)`, `rejectattr('a', 'none')`. */
const choose =
  (
    testOf: Lookup,
    { isSelected, byAttribute }: { isSelected: boolean; byAttribute: boolean },
  ): Filter =>
  (value, args, work) => {
    const [path, rest] = byAttribute
      ? [args.positional[0], args.positional.slice(1)]
      : [undefined, args.positional];
    const [name, ...positional] = rest;
    const test = name === undefined ? isTruthy : testOf(String(name));
    if (!test) throw new TemplateFailure('it selects with a test that is not supported');
    return iterate(value, work).filter((item) => {
      work.spend('steps', 1);
      const tested = path === undefined ? item : attribute(item, path, work);
      return work.isTrue(test(tested, { positional, named: args.named }, work)) === isSelected;
    });
  };

const isTruthy: Filter = (value, _args, work) => work.isTrue(value);

const flatten = (value: unknown, levels: number, work: Work): unknown[] =>
  iterate(value, work).flatMap((item) =>
    Array.isArray(item) && levels > 0 ? flatten(item, levels - 1, work) : [item],
  );

/** Jinja, "Builtin Filters". */
export const filtersOfLists = (filterOf: Lookup, testOf: Lookup): Record<string, Filter> => ({
  dictsort,
  first: at(0),
  flatten: (value, args, work) => {
    const levels = argument(args, 0, 'levels', null);
    return flatten(value, typeof levels === 'number' ? levels : 100, work);
  },
  items,
  join,
  last: at(-1),
  list: (value, _args, work) => [...iterate(value, work)],
  map: mapWith(filterOf),
  reject: choose(testOf, { isSelected: false, byAttribute: false }),
  rejectattr: choose(testOf, { isSelected: false, byAttribute: true }),
  reverse: (value, _args, work) => {
    const reversed = iterate(value, work).toReversed();
    return typeof value === 'string' ? work.produce(reversed.join('')) : reversed;
  },
  select: choose(testOf, { isSelected: true, byAttribute: false }),
  selectattr: choose(testOf, { isSelected: true, byAttribute: true }),
  sort,
  sum,
  unique,
  zip: (value, args, work) => {
    const lists = [value, ...args.positional].map((list) => iterate(list, work));
    const length = Math.min(...lists.map((list) => list.length));
    work.spend('members', length * lists.length);
    return Array.from({ length }, (_, index) => lists.map((list) => list[index]));
  },
});
