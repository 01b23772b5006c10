import { hostAndPort } from '@trellis/connector-sdk';
import type { Variable, Variables } from './template.js';
import { z } from 'zod';
import { longText, named, shortText } from './description/members.js';

interface ParameterError {
  name: string;
  detail: string;
}

export function checkParameters(
  declared: Readonly<Record<string, Parameter>>,
  given: Variables,
): ParameterError[] {
  const unknown = Object.keys(given)
    .filter((name) => !Object.hasOwn(declared, name))
    .map((name) => ({ name, detail: 'The description has no such parameter.' }));
  const wrong = Object.entries(declared).flatMap(([name, parameter]) => {
    const value = Object.hasOwn(given, name) ? given[name] : parameter.default;
    const detail = value === undefined ? 'Is required.' : findError(parameter, value);
    return detail === undefined ? [] : [{ name, detail }];
  });
  return [...unknown, ...wrong];
}

export function parameterValues(
  declared: Readonly<Record<string, Parameter>>,
  given: Variables,
): Variables {
  const known = Object.entries(declared).flatMap(([name, parameter]): [string, Variable][] => {
    const value = Object.hasOwn(given, name) ? given[name] : parameter.default;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(known);
}

/** Returns values for parameters that have none, in a trial that sends nothing. */
export function standIns(declared: Readonly<Record<string, Parameter>>): Variables {
  const entries = Object.entries(declared).map(([name, parameter]): [string, Variable] => {
    const { type, default: value, enum: options, minimum, maximum } = parameter;
    const plain = {
      text: name,
      number: minimum ?? maximum ?? 0,
      boolean: false,
      host: 'api.invalid',
    };
    return [name, value ?? options?.[0] ?? plain[type]];
  });
  return Object.fromEntries(entries);
}

/** Returns why a value does not fit its parameter. Never quotes the value, which may be a secret. */
export function findError(parameter: Parameter, value: Variable): string | undefined {
  const { type, minimum, maximum, enum: options } = parameter;
  const expected = type === 'host' || type === 'text' ? 'string' : type;
  if (typeof value !== expected) return `Must be a ${expected}.`;
  if (type === 'host' && !hostAndPort.safeParse(value).success) return 'Must be a host.';
  if (type === 'text' && !isText(value as string)) return 'Must have no control characters.';
  if (options && !options.includes(value)) return `Must be one of ${options.join(', ')}.`;
  if (typeof value !== 'number') return undefined;
  if (value < (minimum ?? -Infinity)) return `Must be at least ${minimum}.`;
  return value > (maximum ?? Infinity) ? `Must be at most ${maximum}.` : undefined;
}

/** Returns whether a text is valid in a header, which ends with its line. */
const isText = (value: string): boolean => value.isWellFormed() && !/\p{Cc}/u.test(value);

const maxParameters = 32;

const value = z.union([z.string().max(4096), z.number(), z.boolean()]);

/** A parameter that a client's configuration has to set, or may set. */
export const parameter = z.strictObject({
  type: z
    .enum(['text', 'number', 'boolean', 'host'])
    .default('text')
    .describe('`host` is a name or address, with a port if it needs one.'),
  title: shortText.optional(),
  description: longText.optional(),
  secret: z
    .boolean()
    .default(false)
    .describe('Only for authentication, headers and bodies; never shown.'),
  default: value.optional().describe('Without it each client has to have a value.'),
  enum: z.array(value).min(1).max(100).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
export type Parameter = z.output<typeof parameter>;

export const parameters = named(parameter, maxParameters);

export const values = named(value, maxParameters);
