import { fieldsOf, hasMembers, initialValues, valuesOf, type Schema } from '@trellis/schema-form';
import type { DataSchema } from '../api/things.js';
import { SchemaForm } from './schema-form.js';

interface ValueFormProps {
  schema: DataSchema;
  value?: unknown;
  submitLabel: string;
  onSubmit(value: unknown): Promise<unknown>;
}

/** Asks for a value: by the members of an object, or by a single field. */
export default function ValueForm({ schema, value, submitLabel, onSubmit }: ValueFormProps) {
  const isObject = schema.type === 'object' && hasMembers(schema as Schema);
  const single = { title: 'Value', ...(schema as Schema) };
  const fields = fieldsOf(
    isObject ? (schema as Schema) : { properties: { value: single }, required: ['value'] },
  );
  const current = (isObject ? value : { value }) as Record<string, unknown> | undefined;
  return (
    <SchemaForm
      fields={fields}
      prefix=""
      initial={{ ...initialValues(fields), ...valuesOf(fields, current ?? {}) }}
      submitLabel={submitLabel}
      onSubmit={(entered) => onSubmit(isObject ? entered : entered['value'])}
    />
  );
}
