import { innerFields, shownFields, type Field, type Values } from './fields.js';
import { allowsText, type Schema } from './schema.js';
import { parseJson } from './values.js';

/** The reason why the input of a field cannot be sent. */
export type InputError = 'required' | 'number' | 'json';

/**
 * Checks the input of a form. Returns the errors by field pointer. A field whose secret is in `storedSecrets` (JSON
 * Pointers) may stay empty.
 */
export function validate(
  fields: Field[],
  values: Values,
  storedSecrets: readonly string[] = [],
): Record<string, InputError> {
  const errors: Record<string, InputError> = {};
  for (const field of fields) {
    const { pointer, kind, required, schema } = field;
    const text = String(values[pointer] ?? '').trim();
    if (text === '') {
      const isStored = storedSecrets.some((secret) => `${secret}/`.startsWith(`${pointer}/`));
      if (required && kind !== 'boolean' && !isStored) errors[pointer] = 'required';
    } else if (kind === 'number' && !isAllowed(Number(text), schema)) {
      errors[pointer] = 'number';
    } else if (kind === 'json' && parseJson(text) === undefined && !allowsText(schema)) {
      errors[pointer] = 'json';
    }
    Object.assign(errors, validate(innerFields(field, values), values, storedSecrets));
  }
  return errors;
}

const isAllowed = (value: number, { type, minimum = -Infinity, maximum = Infinity }: Schema) =>
  value >= minimum && value <= maximum && (type !== 'integer' || Number.isInteger(value));

interface ServerError {
  pointer: string;
  detail: string;
}

/**
 * Assigns errors of the server to the fields that show them: the field at the pointer, or the nearest one above it.
 * `prefix` is the pointer of the configuration in the body that was sent. Returns `others` for errors without a field.
 */
export function assignErrors(
  errors: readonly ServerError[],
  { fields, values, prefix }: { fields: Field[]; values: Values; prefix: string },
): { byField: Record<string, string>; others: ServerError[] } {
  const shown = new Set(shownFields(fields, values).map(({ pointer }) => pointer));
  const byField: Record<string, string> = {};
  const others: ServerError[] = [];
  for (const error of errors) {
    const isInside = error.pointer.startsWith(`${prefix}/`);
    let pointer = isInside ? error.pointer.slice(prefix.length) : '';
    while (pointer !== '' && !shown.has(pointer)) {
      pointer = pointer.slice(0, pointer.lastIndexOf('/'));
    }
    if (pointer === '') others.push(error);
    else byField[pointer] = [byField[pointer], error.detail].filter(Boolean).join(' ');
  }
  return { byField, others };
}
