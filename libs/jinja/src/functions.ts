import type { Work } from './work.js';
import { timedelta } from './dates.js';
import { DateTime, Namespace, TemplateFailure } from './values.js';
import { integer, type Arguments, type Filter } from './arguments.js';
import { filters } from './filters.js';

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

/** The constants that every template has. */
export const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['e', Math.E],
  ['pi', Math.PI],
  ['tau', 2 * Math.PI],
]);
