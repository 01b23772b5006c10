import {
  ActionIcon,
  Button,
  Checkbox,
  NativeSelect,
  PasswordInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import {
  chosenVariant,
  itemCount,
  itemFields,
  removeItem,
  type Field,
  type Values,
} from '@trellis/schema-form';
import { withCode } from '../components/with-code.js';
import classes from './form.module.css';

interface FieldProps {
  field: Field;
  values: Values;
  errors: Record<string, string>;
  secrets: readonly string[];
  onChange(values: Values): void;
}

const formats: Partial<Record<Field['kind'], string>> = {
  lines: 'One per line.',
  pairs: 'One per line, as name=value.',
  json: 'As JSON.',
};

export function FormField({ field, ...form }: FieldProps) {
  const { pointer, kind, label, placeholder } = field;
  const { values, errors, secrets, onChange } = form;
  const value = values[pointer];
  const set = (entered: string | boolean) => onChange({ ...values, [pointer]: entered });
  const hint = [field.hint, formats[kind]].filter(Boolean).join(' ');
  const common = {
    label,
    description: hint && withCode(hint),
    error: errors[pointer],
    errorProps: { role: 'alert' },
    required: field.required && !secrets.includes(pointer),
  };
  const text = {
    ...common,
    placeholder,
    autoComplete: 'off',
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  };
  switch (kind) {
    case 'boolean':
      return (
        <Checkbox
          {...common}
          // Unchecked is an answer, too.
          required={false}
          size="xs"
          checked={value === true}
          onChange={({ target }) => set(target.checked)}
        />
      );
    case 'list':
      return <List field={field} {...form} />;
    case 'select':
      return <NativeSelect {...text} data={[{ value: '', label: '' }, ...field.options]} />;
    case 'variants':
      return (
        <>
          <NativeSelect {...text} data={['', ...field.variants.map((one) => one.label)]} />
          <Group legend={`${label}: ${text.value}`} {...form} fields={innerFields(field, values)} />
        </>
      );
    case 'secret':
      return (
        <PasswordInput
          {...text}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show it' }}
        />
      );
    case 'multiline':
    case 'lines':
    case 'pairs':
    case 'json':
      return <Textarea {...text} rows={4} />;
    default:
      return <TextInput {...text} inputMode={kind === 'number' ? 'decimal' : 'text'} />;
  }
}

const innerFields = (field: Field, values: Values): Field[] =>
  chosenVariant(field, values)?.fields ?? [];

interface GroupProps extends Omit<FieldProps, 'field'> {
  legend: string;
  fields: Field[];
}

/** A group of fields; nothing if there are none, such as for a variant that is complete by itself. */
function Group({ legend, fields, ...form }: GroupProps) {
  if (fields.length === 0) return null;
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      {fields.map((inner) => (
        <FormField key={inner.pointer} field={inner} {...form} />
      ))}
    </fieldset>
  );
}

function List({ field, ...form }: FieldProps) {
  const { values, errors, onChange } = form;
  const { pointer, label, hint } = field;
  const count = itemCount(field, values);
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {hint && <div className={classes.note}>{withCode(hint)}</div>}
      {Array.from({ length: count }, (_, index) => (
        <div className={classes.item} key={index}>
          <Group legend={`Entry ${index + 1}`} fields={itemFields(field, index)} {...form} />
          <ActionIcon
            size="lg"
            aria-label={`Remove entry ${index + 1}`}
            onClick={() => onChange(removeItem(field, index, values))}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      {errors[pointer] && <div role="alert">{errors[pointer]}</div>}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => onChange({ ...values, [pointer]: String(count + 1) })}
        >
          Add
        </Button>
      </div>
    </fieldset>
  );
}
