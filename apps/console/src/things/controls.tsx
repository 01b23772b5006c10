import { Button, Input, NativeSelect, Slider, Switch } from '@mantine/core';
import { useState, type ComponentType, type SubmitEvent } from 'react';
import type { DataSchema } from '../api/things.js';
import { formatValue } from '../components/format-value.js';
import type { Control } from './control-of.js';
import classes from './controls.module.css';
import { ValueDialog } from './value-dialog.js';

interface ControlProps<Kind extends Control['kind']> {
  control: Extract<Control, { kind: Kind }>;
  label: string;
  unit: string | undefined;
  schema: DataSchema;
  value: unknown;
  isBusy: boolean;
  onWrite(value: unknown): void;
}

const SwitchControl = ({ label, value, isBusy, onWrite }: ControlProps<'switch'>) => (
  <Switch
    aria-label={label}
    checked={value === true}
    disabled={isBusy}
    onChange={({ target }) => onWrite(target.checked)}
  />
);

function SliderControl({ control, label, unit, value, onWrite }: ControlProps<'slider'>) {
  const [moved, setMoved] = useState<number>();
  const known = typeof value === 'number' ? value : control.minimum;
  return (
    <Slider
      aria-label={label}
      min={control.minimum}
      max={control.maximum}
      step={control.step}
      value={moved ?? known}
      label={(shown) => formatValue(shown, unit === undefined ? {} : { unit })}
      thumbLabel={label}
      onChange={setMoved}
      onChangeEnd={(chosen) => {
        setMoved(undefined);
        if (chosen !== value) onWrite(chosen);
      }}
    />
  );
}

const ChoiceControl = ({ control, label, value, isBusy, onWrite }: ControlProps<'choice'>) => (
  <NativeSelect
    aria-label={label}
    size="xs"
    value={control.values.findIndex((one) => one === value)}
    disabled={isBusy}
    onChange={({ target }) => onWrite(control.values[Number(target.value)])}
    data={[
      ...(control.values.includes(value as string) ? [] : [{ value: '-1', label: '–' }]),
      ...control.values.map((one, index) => ({ value: String(index), label: String(one) })),
    ]}
  />
);

/** An input with a button, so that incomplete input is not sent. */
function LineControl({ label, value, isBusy, onWrite, ...input }: LineControlProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    onWrite(String(new FormData(event.currentTarget).get('value')));
  }
  return (
    <form className={classes.line} onSubmit={submit}>
      <Input
        key={String(value)}
        name="value"
        size="xs"
        aria-label={label}
        defaultValue={value === undefined || value === null ? '' : String(value)}
        required
        {...input}
      />
      <Button type="submit" variant="default" loading={isBusy}>
        Set
      </Button>
    </form>
  );
}

interface LineControlProps {
  label: string;
  value: unknown;
  isBusy: boolean;
  type?: string;
  step?: number | 'any';
  maxLength?: number | undefined;
  onWrite(text: string): void;
}

const NumberControl = ({ control, label, value, isBusy, onWrite }: ControlProps<'number'>) => (
  <LineControl
    label={label}
    value={value}
    isBusy={isBusy}
    type="number"
    step={control.step}
    onWrite={(text) => onWrite(Number(text))}
  />
);

const TextControl = ({ control, label, value, isBusy, onWrite }: ControlProps<'text'>) => (
  <LineControl
    label={label}
    value={value}
    isBusy={isBusy}
    maxLength={control.maxLength}
    onWrite={onWrite}
  />
);

const DialogControl = ({ label, schema, value, onWrite }: ControlProps<'json'>) => (
  <ValueDialog
    label={`Set ${label}`}
    title={label}
    schema={schema}
    value={value}
    onSubmit={(entered) => Promise.resolve(onWrite(entered))}
  />
);

export const controls: { [Kind in Control['kind']]: ComponentType<ControlProps<Kind>> } = {
  switch: SwitchControl,
  slider: SliderControl,
  number: NumberControl,
  choice: ChoiceControl,
  text: TextControl,
  json: DialogControl,
};
