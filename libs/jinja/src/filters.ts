import { dateFilters, timedelta } from './dates.js';
import { argument, type Filter, integer, type Arguments } from './arguments.js';
import { filtersOfLists } from './filters-of-lists.js';
import { filtersOfNumbers } from './filters-of-numbers.js';
import { filtersOfTexts } from './filters-of-texts.js';
import { contains, holds, number } from './operators.js';
import { regexFilters } from './regex.js';
import { DateTime, isFloat, isNumber, isObject, Namespace, TemplateFailure } from './values.js';
import type { Work } from './work.js';

const compared =
  (operator: string): Filter =>
  (value, args, work) =>
    holds(value, operator, argument(args, 0, 'other'), work);

/** The operators that are tests, each with its other names. */
const operatorNames: [operator: string, ...names: string[]][] = [
  ['==', 'eq', 'equalto'],
  ['!=', 'ne'],
  ['<', 'lt', 'lessthan'],
  ['<=', 'le'],
  ['>', 'gt', 'greaterthan'],
  ['>=', 'ge'],
];

const isIterable = (value: unknown): boolean =>
  value === undefined || typeof value === 'string' || Array.isArray(value) || isObject(value);

/** The tests after `is`: Jinja, "List of Builtin Tests", and Home Assistant, page "Templating". */
export const tests = new Map<string, Filter>([
  ['defined', (value) => value !== undefined],
  ['undefined', (value) => value === undefined],
  ['none', (value) => value === null],
  ['boolean', (value) => typeof value === 'boolean'],
  ['true', (value) => value === true],
  ['false', (value) => value === false],
  ['number', isNumber],
  ['integer', (value) => typeof value === 'number' && Number.isInteger(value)],
  ['float', isFloat],
  ['string', (value) => typeof value === 'string'],
  ['mapping', isObject],
  ['iterable', isIterable],
  ['sequence', isIterable],
  ['list', Array.isArray],
  ['datetime', (value) => value instanceof DateTime],
  ['lower', (value, _args, work) => isCased(work.text(value), 'toLowerCase')],
  ['upper', (value, _args, work) => isCased(work.text(value), 'toUpperCase')],
  ['odd', (value) => Math.abs(number(value) % 2) === 1],
  ['even', (value) => number(value) % 2 === 0],
  ['divisibleby', (value, args) => number(value) % number(argument(args, 0, 'num')) === 0],
  ['in', (value, args, work) => contains(argument(args, 0, 'seq'), value, work)],
  ['contains', (value, args, work) => contains(value, argument(args, 0, 'seq'), work)],
  ['sameas', (value, args) => value === argument(args, 0, 'other')],
  ...operatorNames.flatMap(([operator, ...names]) =>
    [operator, ...names].map((name): [string, Filter] => [name, compared(operator)]),
  ),
  ['is_number', filtersOfNumbers.is_number!],
  ['match', regexFilters.regex_match!],
  ['search', regexFilters.regex_search!],
]);

const isCased = (text: string, method: 'toLowerCase' | 'toUpperCase'): boolean =>
  text === text[method]() && text.toLowerCase() !== text.toUpperCase();

export const filters: ReadonlyMap<string, Filter> = new Map<string, Filter>(
  Object.entries({
    ...filtersOfNumbers,
    ...filtersOfTexts,
    ...filtersOfLists(
      (name) => filters.get(name),
      (name) => tests.get(name),
    ),
    ...dateFilters,
    ...regexFilters,
    contains: (value, args, work) => contains(value, argument(args, 0, 'seq'), work),
  } satisfies Record<string, Filter>),
);

type Function = (args: Arguments, work: Work) => unknown;

/** The filters of Home Assistant that are also functions. */
const filtersToo = `
  float int bool iif max min average is_number zip flatten
  as_datetime as_local as_timestamp strptime timestamp_custom
  log sin cos tan sqrt bitwise_and bitwise_or bitwise_xor`;

const asFunction =
  (filter: Filter): Function =>
  ({ positional: [value, ...positional], named }, work) =>
    filter(value, { positional, named }, work);

const range: Function = (args, work) => {
  const isShort = args.positional.length === 1;
  const start = isShort ? 0 : integer(args, 0, 'start', 0);
  const stop = integer(args, isShort ? 0 : 1, 'stop', 0);
  const step = integer(args, 2, 'step', 1);
  if (step === 0) throw new TemplateFailure('it counts in steps of 0');
  const length = Math.max(0, Math.ceil((stop - start) / step));
  work.spend('members', length);
  return Array.from({ length }, (_, index) => start + index * step);
};

/** Returns the current time, in UTC: the time zone of the home is not known. */
const now: Function = () => new DateTime(Date.now());

/** Jinja, "List of Global Functions"; Home Assistant, page "Templating". */
export const functions: ReadonlyMap<string, Function> = new Map<string, Function>([
  ...filtersToo
    .trim()
    .split(/\s+/)
    .map((name): [string, Function] => [name, asFunction(filters.get(name)!)]),
  ['dict', ({ named }) => named],
  ['namespace', ({ named }) => new Namespace(Object.entries(named))],
  ['now', now],
  ['range', range],
  ['timedelta', ({ positional, named }) => timedelta(positional, named)],
  ['utcnow', now],
]);

export const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['e', Math.E],
  ['pi', Math.PI],
  ['tau', 2 * Math.PI],
]);
