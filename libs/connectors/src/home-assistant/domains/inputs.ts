import { action, booleanProperty, choice, oneLine, property } from '@trellis/connector-sdk';
import { callService, type Domain, valueName, when } from './domain.js';
import { isOn, stateText } from './state.js';
import { numberOf, rangeOf, selected, textsOf } from './values.js';

/** A button in Home Assistant (`button`, `input_button`). */
export const button: Domain = (state) => [
  action('press', { title: 'Press' }, () => callService(state, 'press')),
];

export const scene: Domain = (state) => [
  action('activate', { title: 'Activate' }, () => callService(state, 'turn_on')),
];

export const script: Domain = (state) => [
  booleanProperty('running', 'Running', isOn(state)),
  action('run', { title: 'Run' }, () => callService(state, 'turn_on')),
  action('stop', { title: 'Stop' }, () => callService(state, 'turn_off')),
];

export const number: Domain = (state) => {
  const { unit_of_measurement, min, max, step } = state.attributes;
  const unit = oneLine(unit_of_measurement);
  const affordance = {
    type: 'number' as const,
    title: 'Value',
    unit,
    ...rangeOf(min, max, step),
  };
  return [
    property(valueName, affordance, {
      value: numberOf(state.state),
      write: (value: number) => callService(state, 'set_value', { value }),
    }),
  ];
};

export const select: Domain = (state) => {
  const options = textsOf(state.attributes.options);
  return when(
    options.length > 0,
    property(valueName, choice('Choice', options), {
      value: selected(options, state.state).value,
      write: (option: string) => callService(state, 'select_option', { option }),
    }),
  );
};

/** The longest state of Home Assistant. */
const maxStateLength = 255;

/** A text that can be set (`text`, `input_text`). A password is never read. */
export const text: Domain = (state) => {
  const { min, max, mode } = state.attributes;
  const { minimum = 0, maximum = maxStateLength } = rangeOf(min, max);
  const affordance = {
    type: 'string' as const,
    title: 'Text',
    minLength: Math.max(Math.floor(minimum), 0),
    maxLength: Math.min(Math.max(Math.floor(maximum), 0), maxStateLength),
  };
  return [
    property(valueName, affordance, {
      value: mode === 'password' ? undefined : stateText(state),
      write: (value: string) => callService(state, 'set_value', { value }),
    }),
  ];
};
