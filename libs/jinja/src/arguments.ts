import type { Work } from './work.js';
import { isObject, TemplateFailure, toNumber } from './values.js';

export interface Arguments {
  positional: unknown[];
  named: Record<string, unknown>;
}

/** A filter, a test, a function, or a method of Python. */
export type Filter = (value: unknown, args: Arguments, work: Work) => unknown;

export function argument(
  args: Arguments,
  position: number,
  name: string,
  byDefault?: unknown,
): unknown {
  if (position < args.positional.length) return args.positional[position];
  return Object.hasOwn(args.named, name) ? args.named[name] : byDefault;
}

export function integer(
  args: Arguments,
  position: number,
  name: string,
  byDefault: number,
): number {
  const number = toNumber(argument(args, position, name, byDefault));
  if (number === undefined || !Number.isInteger(number)) throw notANumber();
  return number;
}

export function textArgument(
  args: Arguments,
  { position, name, byDefault }: { position: number; name: string; byDefault?: string },
  work: Work,
): string {
  const given = argument(args, position, name, byDefault);
  if (typeof given !== 'string') throw new TemplateFailure('it needs a text that is not there');
  return work.produce(given);
}

export const notANumber = () => new TemplateFailure('it reads a value that is not a number');

/** Returns a result, else the argument `default`. Throws without either. */
export function orDefault(
  result: unknown,
  args: Arguments,
  { position, error }: { position: number; error: string },
): unknown {
  if (result !== undefined) return result;
  const byDefault = argument(args, position, 'default');
  if (byDefault === undefined) throw new TemplateFailure(error);
  return byDefault;
}

export const ofText =
  (map: (text: string, args: Arguments, work: Work) => string): Filter =>
  (value, args, work) =>
    work.produce(map(work.text(value), args, work));

/** Returns the items of a list, the characters of a text, or the names of members; none for undefined. */
export function iterate(value: unknown, work: Work): unknown[] {
  if (Array.isArray(value)) return work.items(value);
  if (value === undefined) return [];
  if (isObject(value)) return work.namesOf(value);
  if (typeof value !== 'string') {
    throw new TemplateFailure('it goes through something that has no items');
  }
  work.spend('members', value.length);
  return [...value];
}
