import type { DataSchema } from '../api/things.js';

/** How a value is entered. */
export type Control =
  | { kind: 'switch' }
  | { kind: 'slider'; minimum: number; maximum: number; step: number }
  | { kind: 'number'; step: number | 'any' }
  | { kind: 'choice'; values: (string | number)[] }
  | { kind: 'text'; maxLength: number | undefined }
  /** What only a form or JSON can express. */
  | { kind: 'json' };

/** Beyond so many steps a slider cannot be set exactly; half a percent of its range is exact enough then. */
const maxSteps = 400;

/** The control for values of a data schema. */
export function controlOf(schema: DataSchema): Control {
  const { type, minimum, maximum, multipleOf } = schema;
  const choices = schema.enum;
  if (choices && choices.every((one) => typeof one === 'string' || typeof one === 'number')) {
    return { kind: 'choice', values: choices };
  }
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'integer' || type === 'number') {
    const step = multipleOf ?? (type === 'integer' ? 1 : undefined);
    if (minimum === undefined || maximum === undefined || minimum >= maximum) {
      return { kind: 'number', step: step ?? 'any' };
    }
    return { kind: 'slider', minimum, maximum, step: step ?? stepOf(maximum - minimum) };
  }
  if (type === 'string') return { kind: 'text', maxLength: schema.maxLength };
  return { kind: 'json' };
}

/** A power of ten that divides a range into enough steps. */
const stepOf = (range: number): number => 10 ** Math.ceil(Math.log10(range / maxSteps));
