import { isKnown, numberOf, reading, setting, textOf, textsOf, type Domain } from '../ability.js';

/** A measurement, or a text. It is a number where Home Assistant says a unit or a kind of statistics. */
export const sensor: Domain = (state) => {
  const { unit_of_measurement, state_class, friendly_name } = state.attributes;
  const unit = textOf(unit_of_measurement);
  const isNumber = unit !== undefined || typeof state_class === 'string';
  const value = isNumber ? numberOf(state.state) : state.state;
  const affordance = {
    type: isNumber ? ('number' as const) : ('string' as const),
    title: textOf(friendly_name) ?? 'Value',
    ...(unit !== undefined && { unit }),
  };
  return { properties: [reading(undefined, affordance, isKnown(state) ? value : undefined)] };
};

export const binarySensor: Domain = (state) => {
  const title = textOf(state.attributes.friendly_name) ?? 'State';
  const value = isKnown(state) ? state.state === 'on' : undefined;
  return { properties: [reading(undefined, { type: 'boolean', title }, value)] };
};

/** A number that can be set (`number`, `input_number`). */
export const number =
  (domain: string): Domain =>
  (state) => {
    const { min, max, step, unit_of_measurement, friendly_name } = state.attributes;
    const [minimum, maximum, multipleOf] = [min, max, step].map(numberOf);
    const unit = textOf(unit_of_measurement);
    const affordance = {
      type: 'number' as const,
      title: textOf(friendly_name) ?? 'Value',
      ...(unit !== undefined && { unit }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      // Steps count from the minimum; only from zero does a data schema know them.
      ...(multipleOf !== undefined && multipleOf > 0 && minimum === 0 && { multipleOf }),
    };
    const write = (value: unknown) => ({ domain, service: 'set_value', data: { value } });
    return {
      properties: [setting(undefined, affordance, { value: numberOf(state.state), write })],
    };
  };

/** One of a few texts (`select`, `input_select`). */
export const select =
  (domain: string): Domain =>
  (state) => {
    const options = textsOf(state.attributes.options);
    if (options.length === 0) return {};
    const title = textOf(state.attributes.friendly_name) ?? 'Choice';
    const write = (option: unknown) => ({ domain, service: 'select_option', data: { option } });
    const value = options.includes(state.state) ? state.state : undefined;
    const affordance = { type: 'string' as const, title, enum: options };
    return { properties: [setting(undefined, affordance, { value, write })] };
  };

const attribute = (
  name: string,
  title: string,
  { value, unit }: { value: unknown; unit?: unknown },
) => {
  const known = textOf(unit);
  const affordance = {
    type: 'number' as const,
    title,
    ...(known !== undefined && { unit: known }),
  };
  return reading(name, affordance, numberOf(value));
};

export const weather: Domain = (state) => {
  const { attributes: given } = state;
  const condition = isKnown(state) ? state.state : undefined;
  return {
    properties: [
      reading('condition', { type: 'string', title: 'Condition' }, condition),
      attribute('temperature', 'Temperature', {
        value: given.temperature,
        unit: given.temperature_unit,
      }),
      attribute('humidity', 'Relative humidity', { value: given.humidity, unit: '%' }),
      attribute('pressure', 'Air pressure', { value: given.pressure, unit: given.pressure_unit }),
      attribute('wind_speed', 'Wind speed', {
        value: given.wind_speed,
        unit: given.wind_speed_unit,
      }),
    ],
  };
};

/** A text that is only read: where a person is, what a device last did. */
export const told: Domain = (state) => {
  const title = textOf(state.attributes.friendly_name) ?? 'State';
  const value = isKnown(state) ? state.state.slice(0, 256) : undefined;
  return { properties: [reading(undefined, { type: 'string', title }, value)] };
};

/** The last event of a device that only reports, such as a remote control. */
export const event: Domain = (state) => ({
  properties: [
    reading('event', { type: 'string', title: 'Last event' }, textOf(state.attributes.event_type)),
  ],
});
