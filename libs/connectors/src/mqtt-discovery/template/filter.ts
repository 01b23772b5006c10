import type { Allowance } from './allowance.js';
import { TemplateFailure } from './failure.js';
import { isObject, toNumber } from './values.js';

/** The arguments of a filter, apart from the value: by position, or by name. */
export interface Arguments {
  positional: unknown[];
  named: Record<string, unknown>;
}

/** A filter of Jinja or of Home Assistant, a test, a function or a method of Python. */
export type Filter = (value: unknown, args: Arguments, allowance: Allowance) => unknown;

/** An argument by position or name; `byDefault` when it is missing. */
export function argument(
  args: Arguments,
  position: number,
  name: string,
  byDefault?: unknown,
): unknown {
  if (position < args.positional.length) return args.positional[position];
  return Object.hasOwn(args.named, name) ? args.named[name] : byDefault;
}

/** An argument that is a whole number. */
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

/** An argument that is a text. */
export function textArgument(
  args: Arguments,
  { position, name, byDefault }: { position: number; name: string; byDefault?: string },
  allowance: Allowance,
): string {
  const given = argument(args, position, name, byDefault);
  if (typeof given !== 'string') throw new TemplateFailure('it needs a text that is not there');
  return allowance.take(given);
}

export const notANumber = () => new TemplateFailure('it reads a value that is not a number');

/** A result, or else the argument `default`; without it, an error. */
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

/** Maps a value as text. */
export const ofText =
  (map: (text: string, args: Arguments, allowance: Allowance) => string): Filter =>
  (value, args, allowance) =>
    allowance.take(map(allowance.text(value), args, allowance));

/** What a loop goes through: items, characters, or the names of members; nothing when undefined. */
export function iterate(value: unknown, allowance: Allowance): unknown[] {
  if (Array.isArray(value)) return allowance.items(value);
  if (value === undefined) return [];
  if (isObject(value)) return allowance.namesOf(value);
  if (typeof value !== 'string') {
    throw new TemplateFailure('it goes through something that has no items');
  }
  allowance.use('members', value.length);
  return [...value];
}
