import { Button } from '@mantine/core';
import { isProblem } from '@trellis/client';
import {
  assignErrors,
  initialValues,
  shownFields,
  toConfiguration,
  validate,
  type Field,
  type InputError,
  type Values,
} from '@trellis/schema-form';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { ProblemAlert } from '../components/problem-alert.js';
import classes from './form.module.css';
import { FormField } from './form-field.js';

interface SchemaFormProps {
  fields: Field[];
  /** Pointer of the configuration in the body that is sent, such as `/configuration`. */
  prefix: string;
  /** Input to begin with; the defaults unless it is given. */
  initial?: Values;
  secrets?: readonly string[];
  submitLabel: string;
  /** Sends the configuration. The form shows the error if it rejects. */
  onSubmit(configuration: Record<string, unknown>): Promise<unknown>;
  /** Another use of what was entered, with a button of its own. */
  other?: { label: string; onSubmit: SchemaFormProps['onSubmit'] };
}

/** A form for the fields of a JSON Schema. */
export function SchemaForm(props: SchemaFormProps) {
  const { fields, prefix, secrets = [], submitLabel, other } = props;
  const [values, setValues] = useState(() => props.initial ?? initialValues(fields));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const isOther = submitter instanceof HTMLButtonElement && submitter.name === 'other';
    const onSubmit = isOther && other ? other.onSubmit : props.onSubmit;
    const found = validate(fields, values, secrets);
    const wrong = shownFields(fields, values).filter(({ pointer }) => found[pointer]);
    setErrors(Object.fromEntries(wrong.map((one) => [one.pointer, textOf(found, one)])));
    setFailure(undefined);
    setAttempts(attempts + 1);
    if (wrong.length > 0) return;
    setIsBusy(true);
    try {
      await onSubmit(toConfiguration(fields, values));
    } catch (error) {
      const problems = isProblem(error) ? error.errors : [];
      const { byField, others } = assignErrors(problems, { fields, values, prefix });
      setErrors(byField);
      if (problems.length === 0 || others.length > 0) setFailure(error);
      setAttempts(attempts + 2);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <form ref={form} noValidate className={classes.fields} onSubmit={(event) => void submit(event)}>
      {fields.length === 0 && <p className={classes.empty}>Nothing to configure.</p>}
      {fields.map((field) => (
        <FormField
          key={field.pointer}
          field={field}
          values={values}
          errors={errors}
          secrets={secrets}
          onChange={setValues}
        />
      ))}
      {failure !== undefined && <ProblemAlert error={failure} />}
      <div className={classes.foot}>
        <Button type="submit" loading={isBusy}>
          {submitLabel}
        </Button>
        {other && (
          <Button type="submit" name="other" variant="default" disabled={isBusy}>
            {other.label}
          </Button>
        )}
      </div>
    </form>
  );
}

function textOf(errors: Record<string, InputError>, { pointer, schema }: Field): string {
  const { minimum, maximum, type } = schema;
  const bounds = [
    minimum !== undefined && ` of at least ${minimum}`,
    maximum !== undefined && maximum < 1e12 && ` of at most ${maximum}`,
  ];
  const number = type === 'integer' ? 'a whole number' : 'a number';
  const texts: Record<InputError, string> = {
    required: 'Is required.',
    number: `Must be ${number}${bounds.filter(Boolean).join(' and')}.`,
    json: 'Must be JSON.',
  };
  return texts[errors[pointer]!];
}
