import type { PropertyAffordance } from '@trellis/connector-sdk';
import { present, type ComponentKind } from '../ability.js';
import { property, type PropertySpecification } from '../property.js';
import type { Settings } from '../settings.js';
import { toNumber } from '../template/values.js';
import { decodeOnOff, encodeOnOff, payloads } from './on-off.js';

/** Heating or cooling. Source: Home Assistant, page "MQTT climate (HVAC)". */
export const climate: ComponentKind = (settings) => ({
  properties: present(
    [
      measured('current_temperature', 'current temperature', temperatureUnit(settings)),
      measured('current_humidity', 'current humidity', '%'),
      target(settings, 'temperature', 'target temperature'),
      target(settings, 'temperature_high', 'highest temperature'),
      target(settings, 'temperature_low', 'lowest temperature'),
      targetHumidity(settings),
      mode(settings, { name: 'mode', title: 'mode', choices: 'modes' }, modes),
      mode(settings, { name: 'fan_mode', title: 'fan', choices: 'fan_modes' }, fanModes),
      mode(settings, { name: 'swing_mode', title: 'swing', choices: 'swing_modes' }, ['on', 'off']),
      mode(settings, { name: 'preset_mode', title: 'preset', choices: 'preset_modes' }, []),
      activity,
      power(settings),
    ].map((specification) => property(settings, specification)),
  ),
});

const modes = ['auto', 'off', 'cool', 'heat', 'dry', 'fan_only'];
const fanModes = ['auto', 'low', 'medium', 'high'];

function temperatureUnit(settings: Settings): string {
  return settings.text('temperature_unit') === 'F' ? '°F' : '°C';
}

function measured(suffix: string, title: string, unit: string): PropertySpecification {
  return {
    suffix,
    affordance: { type: 'number', title, unit },
    state: { topic: `${suffix}_topic`, templates: [`${suffix}_template`, 'value_template'] },
    decode: toNumber,
  };
}

/** The options of a value that can be read and set are all named alike. */
function readAndSet(name: string): Pick<PropertySpecification, 'state' | 'command'> {
  return {
    state: {
      topic: `${name}_state_topic`,
      templates: [`${name}_state_template`, `${name}_value_template`, 'value_template'],
    },
    command: { topic: `${name}_command_topic`, template: `${name}_command_template` },
  };
}

function target(settings: Settings, name: string, title: string): PropertySpecification {
  const fahrenheit = temperatureUnit(settings) === '°F';
  return {
    suffix: `target_${name}`,
    affordance: {
      type: 'number',
      title,
      unit: temperatureUnit(settings),
      minimum: settings.number('min_temp') ?? (fahrenheit ? 44.6 : 7),
      maximum: settings.number('max_temp') ?? (fahrenheit ? 95 : 35),
    },
    ...readAndSet(name),
    decode: toNumber,
  };
}

function targetHumidity(settings: Settings): PropertySpecification {
  return {
    suffix: 'target_humidity',
    affordance: {
      type: 'number',
      title: 'target humidity',
      unit: '%',
      minimum: settings.number('min_humidity') ?? 30,
      maximum: settings.number('max_humidity') ?? 99,
    },
    ...readAndSet('target_humidity'),
    decode: toNumber,
  };
}

function mode(
  settings: Settings,
  { name, title, choices }: { name: string; title: string; choices: string },
  usual: string[],
): PropertySpecification {
  const known = settings.has(choices) ? settings.texts(choices) : usual;
  const affordance: PropertyAffordance = { type: 'string', title };
  return {
    suffix: name,
    affordance: known.length > 0 ? { ...affordance, enum: known } : affordance,
    ...readAndSet(name),
    decode: (text) => text,
  };
}

/** What the device does at the moment, not what it is set to. */
const activity: PropertySpecification = {
  suffix: 'action',
  affordance: {
    type: 'string',
    title: 'activity',
    enum: ['off', 'preheating', 'heating', 'cooling', 'drying', 'idle', 'fan', 'defrosting'],
  },
  state: { topic: 'action_topic', templates: ['action_template', 'value_template'] },
  decode: (text) => text,
};

function power(settings: Settings): PropertySpecification {
  return {
    suffix: 'power',
    affordance: { type: 'boolean', title: 'power' },
    ...readAndSet('power'),
    decode: decodeOnOff(payloads(settings)),
    encode: encodeOnOff(payloads(settings)),
  };
}
