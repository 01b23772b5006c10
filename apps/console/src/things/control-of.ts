import type { DataSchema } from '../api/things.js';

/** The control to enter a value with. */
export type Control =
  | { kind: 'switch' }
  | { kind: 'slider'; minimum: number; maximum: number; step: number }
  | { kind: 'number'; step: number | 'any' }
  | { kind: 'choice'; values: (string | number)[] }
  | { kind: 'text'; maxLength: number | undefined }
  /** Values that need a form or JSON. */
  | { kind: 'json' };

/** Maximum number of steps of a slider: with more, it cannot be set exactly. */
const maxSteps = 400;

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

/** Returns the power of ten that divides a range into at most `maxSteps` steps. */
const stepOf = (range: number): number => 10 ** Math.ceil(Math.log10(range / maxSteps));
