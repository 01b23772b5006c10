import { NativeSelect, Slider, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { thingQuery, writeProperty, type Property } from '../api/things.js';
import { formatValue } from '../components/format.js';
import { LineForm } from '../components/line-form.js';
import { isExpected } from '../components/target.js';
import { useTrellis } from '../session/session.js';
import { controlOf, type Control } from './control-of.js';
import { ValueDialog } from './value-dialog.js';

interface PropertyControlProps {
  id: string;
  name: string;
  property: Property;
  isDisabled: boolean;
}

/** The control of a property. Shows the entered value while it is being written, and then the target until it ends. */
export function PropertyControl({ id, name, property, isDisabled }: PropertyControlProps) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const write = useMutation({
    mutationFn: (value: unknown) => writeProperty(trellis, { id, name, value }),
    // Ends when the thing shows what has become of the value, which may be before its events arrive.
    onSettled: () => queries.invalidateQueries(thingQuery(trellis, id)),
  });
  const control = controlOf(property);
  const label = property.title ?? name;
  const { value: reported, target } = property;
  const expected = isExpected(target) ? target.value : reported;
  const value = write.isPending ? write.variables : expected;
  const onWrite = (entered: unknown) => write.mutate(entered);
  const line = {
    label,
    defaultValue: value === undefined || value === null ? '' : String(value),
    submitLabel: 'Set',
  };
  switch (control.kind) {
    case 'switch':
      return (
        <Switch
          aria-label={label}
          disabled={isDisabled}
          checked={value === true}
          onChange={({ target }) => onWrite(target.checked)}
        />
      );
    case 'slider':
      return (
        <SliderControl
          control={control}
          label={label}
          isDisabled={isDisabled}
          property={property}
          value={value}
          onWrite={onWrite}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          aria-label={label}
          disabled={isDisabled}
          size="xs"
          value={control.values.findIndex((one) => one === value)}
          onChange={({ target }) => onWrite(control.values[Number(target.value)])}
          data={[
            ...(control.values.includes(value as string) ? [] : [{ value: '-1', label: '–' }]),
            ...control.values.map((one, index) => ({ value: String(index), label: String(one) })),
          ]}
        />
      );
    case 'number':
      return isDisabled ? null : (
        <LineForm
          key={String(value)}
          {...line}
          type="number"
          step={control.step}
          onSubmit={(text) => onWrite(Number(text))}
        />
      );
    case 'text':
      return isDisabled ? null : (
        <LineForm key={String(value)} {...line} maxLength={control.maxLength} onSubmit={onWrite} />
      );
    case 'json':
      return isDisabled ? null : (
        <ValueDialog
          label={`Set ${label}`}
          title={label}
          schema={property}
          value={value}
          onSubmit={(entered) => Promise.resolve(onWrite(entered))}
        />
      );
  }
}

interface SliderProps {
  control: Extract<Control, { kind: 'slider' }>;
  label: string;
  isDisabled: boolean;
  property: Property;
  value: unknown;
  onWrite(value: number): void;
}

function SliderControl({ control, label, isDisabled, property, value, onWrite }: SliderProps) {
  const [moved, setMoved] = useState<number>();
  const known = typeof value === 'number' ? value : control.minimum;
  return (
    <Slider
      aria-label={label}
      disabled={isDisabled}
      min={control.minimum}
      max={control.maximum}
      step={control.step}
      value={moved ?? known}
      label={(shown) => formatValue(shown, property)}
      thumbLabel={label}
      onChange={setMoved}
      onChangeEnd={(chosen) => {
        setMoved(undefined);
        if (chosen !== value) onWrite(chosen);
      }}
    />
  );
}
