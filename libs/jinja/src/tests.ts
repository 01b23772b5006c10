import { argument, type Filter } from './arguments.js';
import { filtersOfNumbers } from './filters-of-numbers.js';
import { contains, holds, number } from './operators.js';
import { regexFilters } from './regex.js';
import { DateTime, isFloat, isNumber, isObject } from './values.js';

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
