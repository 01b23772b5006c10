import { choice, measuredByClass, oneLine, property, textProperty } from '@trellis/connector-sdk';
import { valueName, type Domain } from './domain.js';
import { stateText, type State } from './state.js';
import { numberOf, selected, textsOf, timeOf } from './values.js';

/** Device classes of sensors whose values are not numbers (`SensorDeviceClass`). */
const formats = new Map<unknown, string>([
  ['date', 'date'],
  ['timestamp', 'date-time'],
]);

/**
 * A number, a time or a text (developers.home-assistant.io, "Sensor entity"). As in Home Assistant, a
 * unit or a state class makes it a number.
 */
export const sensor: Domain = (state) => {
  const { state_class, device_class, options } = state.attributes;
  const format = formats.get(device_class);
  if (format !== undefined) return [time(state, format)];
  const unit = unitOf(state);
  if (unit !== undefined || typeof state_class === 'string') return [measurement(state, unit)];
  return [text(state, device_class === 'enum' ? textsOf(options) : [])];
};

/** Returns the unit, with the micro sign of the vocabulary in place of the Greek letter. */
const unitOf = ({ attributes }: State): string | undefined =>
  oneLine(attributes.unit_of_measurement)?.replace(/^\u03bc/, '\u00b5');

function measurement(state: State, unit: string | undefined) {
  const value = numberOf(state.state);
  const affordance = { type: 'number' as const, title: 'Value', unit: unit || undefined };
  return (
    measuredByClass({ deviceClass: state.attributes.device_class, unit, value }) ??
    property(valueName, affordance, { value })
  );
}

const time = ({ state }: State, format: string) =>
  property(valueName, { type: 'string', title: 'Time', format }, { value: timeOf(state) });

function text(state: State, options: string[]) {
  const value = stateText(state);
  return options.length > 0
    ? property(valueName, choice('Value', options), { value: selected(options, value).value })
    : textProperty(valueName, 'Value', value);
}
