import { Checkbox, Input, NativeSelect, PasswordInput, Textarea } from '@mantine/core';
import {
  ariaDescribedByIds,
  enumOptionsIndexForValue,
  enumOptionsValueForIndex,
  getInputProps,
  type BaseInputTemplateProps,
  type WidgetProps,
} from '@rjsf/utils';

/** What all inputs have in common. */
const common = ({
  id,
  required,
  disabled,
  readonly,
  placeholder,
}: WidgetProps | BaseInputTemplateProps) => ({
  id,
  name: id,
  required: required ?? false,
  disabled: (disabled ?? false) || (readonly ?? false),
  placeholder,
  'aria-describedby': ariaDescribedByIds(id),
});

/** One line: text, numbers and secrets. */
export function LineInput(props: BaseInputTemplateProps) {
  const { schema, type, options, value, onChange, rawErrors } = props;
  const input = getInputProps(schema, type, options);
  const all = {
    ...common(props),
    value: (value ?? '') as string | number,
    error: (rawErrors?.length ?? 0) > 0,
    onChange: ({ target }: { target: { value: string } }) =>
      onChange(target.value === '' ? options.emptyValue : target.value),
  };
  return input.type === 'password' ? (
    <PasswordInput
      {...all}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Show it' }}
    />
  ) : (
    <Input
      {...all}
      type={input.type}
      step={input.step}
      min={input.min}
      max={input.max}
      autoComplete="off"
    />
  );
}

export const LongInput = (props: WidgetProps) => (
  <Textarea
    {...common(props)}
    value={(props.value ?? '') as string}
    rows={4}
    onChange={({ target }) => props.onChange(target.value === '' ? undefined : target.value)}
  />
);

export const CheckInput = (props: WidgetProps) => (
  <Checkbox
    {...common(props)}
    // A box that is not checked is an answer, too.
    required={false}
    size="xs"
    label={props.label}
    description={props.options.description ?? props.schema.description}
    checked={props.value === true}
    onChange={({ target }) => props.onChange(target.checked)}
  />
);

export function ChoiceInput(props: WidgetProps) {
  const { value, required, schema, options, onChange, label, hideLabel } = props;
  const { enumOptions = [], emptyValue } = options;
  // The one that chooses between alternatives has no label of its own.
  const hasLabel = !hideLabel && !props.id.endsWith('of_select');
  const isOptional = !required || schema.default === undefined;
  return (
    <NativeSelect
      {...common(props)}
      {...(!hasLabel && { 'aria-label': label || 'Kind' })}
      value={enumOptionsIndexForValue(value, enumOptions) ?? ''}
      onChange={({ target }) =>
        onChange(enumOptionsValueForIndex(target.value, enumOptions, emptyValue))
      }
      data={[
        ...(isOptional ? [{ value: '', label: '' }] : []),
        ...enumOptions.map((option, index) => ({ value: String(index), label: option.label })),
      ]}
    />
  );
}
