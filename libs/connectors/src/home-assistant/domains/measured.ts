import { oneLine } from '@trellis/connector-sdk';
import { isKnown, toldBy, reading, type Domain } from '../ability.js';
import type { State } from '../house.js';
import { numberOf, textsOf } from '../text.js';
import { truths } from './truths.js';

/** Kinds of sensors that are no numbers (`SensorDeviceClass`). */
const formats: Record<string, string> = { date: 'date', timestamp: 'date-time' };

/** A measurement, or a text. It is a number where Home Assistant says a unit or a kind of statistics. */
export const sensor: Domain = (state) => {
  const { unit_of_measurement, state_class, device_class } = state.attributes;
  const unit = oneLine(unit_of_measurement);
  const format = Object.hasOwn(formats, String(device_class)) && formats[String(device_class)];
  if (format) return timed(state, format);
  if (unit !== undefined || typeof state_class === 'string') {
    const affordance = { type: 'number' as const, title: 'Value', ...(unit && { unit }) };
    return { properties: [reading(undefined, affordance, numberOf(state.state))] };
  }
  const options = device_class === 'enum' ? textsOf(state.attributes.options) : [];
  const affordance = {
    type: 'string' as const,
    title: 'Value',
    ...(options.length > 0 && { enum: options }),
  };
  const value = toldBy(state);
  const known = options.length > 0 ? options.find((option) => option === value) : value;
  return { properties: [reading(undefined, affordance, known)] };
};

function timed({ state }: State, format: string) {
  const value = Number.isNaN(Date.parse(state)) ? undefined : oneLine(state);
  return { properties: [reading(undefined, { type: 'string', title: 'Time', format }, value)] };
}

/** Something that is so or not; what "so" is depends on its kind. */
export const binarySensor: Domain = (state) => {
  const description = truths.get(state.attributes.device_class);
  const affordance = {
    type: 'boolean' as const,
    title: 'State',
    ...(description !== undefined && { description: `True: ${description}.` }),
  };
  const value = isKnown(state) ? state.state === 'on' : undefined;
  return { properties: [reading(undefined, affordance, value)] };
};

/** A text that is only read, such as where a person is. */
export const told =
  (title: string): Domain =>
  (state) => {
    const value = toldBy(state);
    return { properties: [reading(undefined, { type: 'string', title }, value)] };
  };

/** The last event of a device that only reports, such as a remote control. Its state is when it was. */
export const event: Domain = ({ attributes, state }) => {
  const types = textsOf(attributes.event_types);
  const last = oneLine(attributes.event_type);
  const affordance = {
    type: 'string' as const,
    title: 'Last event',
    ...(types.length > 0 && { enum: types }),
  };
  return {
    properties: [
      reading('event', affordance, types.length > 0 ? types.find((type) => type === last) : last),
      reading(
        'event_time',
        { type: 'string', title: 'When it was', format: 'date-time' },
        Number.isNaN(Date.parse(state)) ? undefined : oneLine(state),
      ),
    ],
  };
};
