import { toNumber } from '@trellis/jinja';
import { fan as capability } from '@trellis/connector-sdk';
import { present, type ComponentKind, type Source } from '../component-kind.js';
import { decodeChoice, readProperty, type PropertySource } from '../property.js';
import { decodeOnOff, encodeOnOff, payloads } from './on-off.js';
import { fromPercent, toPercent } from './percent.js';

/** Source: Home Assistant, page "MQTT Fan". */
export const fan: ComponentKind = (source) => {
  const on = readOn(source);
  const speed = readSpeed(source);
  const oscillating = readOscillating(source);
  const direction = readProperty(source, {
    ...adjustable('direction'),
    decode: decodeChoice(['forward', 'reverse']),
  });
  const presets = source.settings.choices('preset_modes');
  const preset = readProperty(source, {
    ...adjustable('preset_mode'),
    decode: decodeChoice(presets),
    reset: 'payload_reset_preset_mode',
  });
  return present([
    on && capability.on(on),
    speed && capability.speed(speed),
    oscillating && capability.oscillating(oscillating),
    direction && capability.direction(direction),
    presets.length > 0 && preset ? capability.preset({ ...preset, enum: presets }) : undefined,
  ]);
};

const adjustable = (name: string): Pick<PropertySource<unknown>, 'state' | 'command'> => ({
  state: { topic: `${name}_state_topic`, templates: [`${name}_value_template`] },
  command: { topic: `${name}_command_topic`, template: `${name}_command_template` },
});

function readOn(source: Source) {
  const words = payloads(source.settings);
  return readProperty<boolean>(source, {
    state: { topic: 'state_topic', templates: ['state_value_template'] },
    decode: decodeOnOff(words),
    command: { topic: 'command_topic', template: 'command_template' },
    encode: encodeOnOff(words),
  });
}

/** Reads the speed, whose lowest value is a step above 0 %. */
function readSpeed(source: Source) {
  const range = {
    closed: (source.settings.number('speed_range_min') ?? 1) - 1,
    open: source.settings.number('speed_range_max') ?? 100,
  };
  return readProperty<number>(source, {
    ...adjustable('percentage'),
    decode: (text) => toPercent(toNumber(text), range),
    reset: 'payload_reset_percentage',
    encode: (percent) => fromPercent(percent, range),
  });
}

function readOscillating(source: Source) {
  const words = {
    on: source.settings.text('payload_oscillation_on') ?? 'oscillate_on',
    off: source.settings.text('payload_oscillation_off') ?? 'oscillate_off',
  };
  return readProperty<boolean>(source, {
    ...adjustable('oscillation'),
    decode: decodeOnOff(words),
    encode: encodeOnOff(words),
  });
}
