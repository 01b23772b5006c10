import { Button, JsonInput } from '@mantine/core';
import { useState } from 'react';
import type { DataSchema } from '../api/things.js';
import { ProblemAlert } from '../components/problem-alert.js';
import classes from './form.module.css';
import { SchemaForm } from './schema-form.js';
import { hasMembers } from './schemas.js';

interface ValueFormProps {
  schema: DataSchema;
  /** What is there now. */
  value?: unknown;
  submitLabel: string;
  onSubmit(value: unknown): Promise<unknown>;
}

/** Asks for a value: by a form of the members of an object, or of the one value, or as JSON. */
export default function ValueForm({ schema, value, submitLabel, onSubmit }: ValueFormProps) {
  if (schema.type === 'object' && hasMembers(schema)) {
    const { title: _title, ...members } = schema;
    return (
      <SchemaForm
        schema={members}
        prefix=""
        initial={value}
        submitLabel={submitLabel}
        onSubmit={onSubmit}
      />
    );
  }
  if (schema.type !== undefined && schema.type !== 'object' && schema.type !== 'array') {
    return (
      <SchemaForm
        schema={{ type: 'object', properties: { value: schema }, required: ['value'] }}
        prefix=""
        initial={value === undefined ? {} : { value }}
        submitLabel={submitLabel}
        onSubmit={({ value: entered }) => onSubmit(entered)}
      />
    );
  }
  return <JsonForm value={value} submitLabel={submitLabel} onSubmit={onSubmit} />;
}

function JsonForm({ value, submitLabel, onSubmit }: Omit<ValueFormProps, 'schema'>) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [error, setError] = useState<unknown>();
  async function submit() {
    try {
      await onSubmit(JSON.parse(text));
    } catch (reason) {
      setError(reason);
    }
  }
  return (
    <>
      <JsonInput
        label="Value (JSON)"
        value={text}
        onChange={setText}
        autosize
        minRows={4}
        maxRows={16}
        validationError="This is not JSON."
      />
      {error !== undefined && <ProblemAlert error={error} />}
      <div className={classes.foot}>
        <Button onClick={() => void submit()}>{submitLabel}</Button>
      </div>
    </>
  );
}
