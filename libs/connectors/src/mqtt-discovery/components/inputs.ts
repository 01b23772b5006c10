import { toNumber } from '@trellis/jinja';
import { action, identify, type PropertyAffordance } from '@trellis/connector-sdk';
import { commandOf } from '../command.js';
import { afterComponent, present, type ComponentKind } from '../component-kind.js';
import { componentProperty, decodeChoice } from '../property.js';
import { classAndUnit } from './sensor.js';
import { temperatureScale } from './temperature.js';

const state = { topic: 'state_topic', templates: ['value_template'] };
const command = { topic: 'command_topic', template: 'command_template' };

const reset = 'payload_reset';

/** A number that can be set. Source: Home Assistant, page "MQTT Number". */
export const number: ComponentKind = (source) => {
  const { settings } = source;
  const minimum = settings.number('min') ?? 1;
  const maximum = settings.number('max') ?? 100;
  const affordance = { type: 'number', ...classAndUnit(settings) } as const;
  // Without the device class it may be a temperature difference, which is converted differently.
  if (settings.text('device_class') === 'temperature' && affordance.unit === '°F') {
    const { toCelsius, fromCelsius, decode } = temperatureScale('°F');
    const range = { unit: '°C', minimum: toCelsius(minimum), maximum: toCelsius(maximum) };
    const definition = { state, decode, reset, command, encode: fromCelsius };
    return present([componentProperty(source, { ...affordance, ...range }, definition)]);
  }
  const step = settings.number('step') ?? 1;
  const range = { minimum, maximum, ...multipleOf(minimum, step) };
  return present([
    componentProperty(
      source,
      { ...affordance, ...range },
      { state, decode: toNumber, reset, command },
    ),
  ]);
};

/** Returns `multipleOf` for a step, which counts from the minimum instead of 0; only whole numbers are exact. */
function multipleOf(minimum: number, step: number): PropertyAffordance {
  const isExact = Number.isInteger(step) && step > 0 && minimum % step === 0;
  return isExact ? { multipleOf: step } : {};
}

/** A choice of texts; read-only without options. Source: Home Assistant, page "MQTT Select". */
export const select: ComponentKind = (source) => {
  const options = source.settings.choices('options');
  const affordance = { type: 'string', ...classAndUnit(source.settings) } as const;
  const decode = decodeChoice(options);
  if (options.length === 0)
    return present([componentProperty(source, affordance, { state, decode })]);
  const offered = { ...affordance, enum: options };
  return present([componentProperty(source, offered, { state, decode, command })]);
};

/** A button. Source: Home Assistant, page "MQTT button". */
export const button: ComponentKind = ({ settings }) => {
  const press = commandOf(settings, command);
  if (!press) return [];
  const invoke = () => [press(settings.text('payload_press') ?? 'PRESS')];
  const deviceClass = settings.text('device_class');
  if (deviceClass === 'identify') return [identify(invoke)];
  return [action(afterComponent, deviceClass ? { device_class: deviceClass } : {}, invoke)];
};
