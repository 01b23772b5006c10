import { toNumber } from '@trellis/jinja';
import {
  action,
  identify,
  type PropertyAffordance,
  type ActionAffordance,
} from '@trellis/connector-sdk';
import { commandOf, afterComponent, type ComponentKind, actionOf } from '../component-kind.js';
import { componentProperty, decodeChoice, plainCommand, plainState } from '../property.js';
import { classAndUnit } from './sensor.js';
import { meaningOfMember } from '../zigbee2mqtt-members.js';
import { temperatureScale } from './adjustable.js';

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
    const definition = {
      state: plainState,
      decode,
      reset,
      command: plainCommand,
      encode: fromCelsius,
    };
    return [componentProperty(source, { ...affordance, ...range }, definition)];
  }
  const step = settings.number('step') ?? 1;
  const range = { minimum, maximum, ...multipleOf(minimum, step) };
  return [
    componentProperty(
      source,
      { ...affordance, ...range },
      { state: plainState, decode: toNumber, reset, command: plainCommand },
    ),
  ];
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
    return [componentProperty(source, affordance, { state: plainState, decode })];
  const offered = { ...affordance, enum: options };
  return [componentProperty(source, offered, { state: plainState, decode, command: plainCommand })];
};

/** A button. Source: Home Assistant, page "MQTT button". */
export const button: ComponentKind = ({ settings }) => {
  const press = commandOf(settings, plainCommand);
  if (!press) return [];
  const invoke = () => [press(settings.text('payload_press') ?? 'PRESS')];
  const deviceClass = settings.text('device_class');
  if (deviceClass === 'identify') return [identify(invoke)];
  return [action(afterComponent, deviceClass ? { device_class: deviceClass } : {}, invoke)];
};

const maxLength = 255;

/** A text, a date or a time; a password is never read. Source: "MQTT text", "MQTT date", "… datetime", "… time". */
export const text: ComponentKind = (source) => {
  const { settings } = source;
  const bounded = (option: string, byDefault: number) =>
    Math.min(Math.max(Math.floor(settings.number(option) ?? byDefault), 0), maxLength);
  const [shortest, longest] = [bounded('min', 0), bounded('max', maxLength)];
  const isPassword = settings.text('mode') === 'password';
  const affordance = {
    '@type': meaningOfMember(settings),
    type: 'string',
    minLength: shortest <= longest ? shortest : undefined,
    maxLength: shortest <= longest ? longest : undefined,
  } as const;
  const ability = componentProperty(source, affordance, {
    state: plainState,
    decode: (value) => (isPassword ? undefined : value),
    command: plainCommand,
  });
  return [ability];
};

/** Source: Home Assistant, page "MQTT Scene". */
export const scene: ComponentKind = ({ settings }) => {
  const options = { topic: 'command_topic', payload: 'payload_on', byDefault: 'ON' };
  const activate = actionOf(settings, options);
  return [activate && action('activate', { title: 'Activate' }, () => activate())];
};

const message = { type: 'string', title: 'Message', minLength: 1, maxLength: 4096 } as const;

/** Something that shows or speaks a message. Source: Home Assistant, page "MQTT notify". */
export const notify: ComponentKind = ({ settings }) => {
  const send = commandOf(settings, plainCommand);
  const input: ActionAffordance['input'] = {
    type: 'object',
    properties: { message },
    required: ['message'],
  };
  return [
    send &&
      action(afterComponent, { input }, (given: { message: string }) => [send(given.message)]),
  ];
};

/** The location of a device: `home`, `not_home` or a zone. Source: page "MQTT device tracker". */
export const deviceTracker: ComponentKind = (source) => {
  const { settings } = source;
  const names = new Map([
    [settings.text('payload_home') ?? 'home', 'home'],
    [settings.text('payload_not_home') ?? 'not_home', 'not_home'],
  ]);
  const ability = componentProperty(
    source,
    { type: 'string' },
    {
      state: plainState,
      decode: (text) => names.get(text) ?? text,
      reset: 'payload_reset',
    },
  );
  return [ability];
};
