import { fan as capability } from '@trellis/connector-sdk';
import { toNumber } from '@trellis/jinja';
import type { ComponentKind, Source } from '../component-kind.js';
import { adjustable, decodeChoice, made, plainCommand, readProperty } from '../property.js';
import { fromPercent, toPercent } from './cover.js';
import { readOnOff } from './on-off.js';

/** Source: Home Assistant, page "MQTT Fan". */
export const fan: ComponentKind = (source) => {
  const { settings } = source;
  const state = { topic: 'state_topic', templates: ['state_value_template'] };
  const oscillation = {
    on: settings.text('payload_oscillation_on') ?? 'oscillate_on',
    off: settings.text('payload_oscillation_off') ?? 'oscillate_off',
  };
  const direction = readProperty(source, {
    ...adjustable('direction'),
    decode: decodeChoice(['forward', 'reverse']),
  });
  const presets = settings.choices('preset_modes');
  const preset = readProperty(source, {
    ...adjustable('preset_mode'),
    decode: decodeChoice(presets),
    reset: 'payload_reset_preset_mode',
  });
  return [
    made(capability.on, readOnOff(source, { state, command: plainCommand })),
    made(capability.speed, readSpeed(source)),
    made(capability.oscillating, readOnOff(source, adjustable('oscillation'), oscillation)),
    made(capability.direction, direction),
    presets.length > 0 && preset ? capability.preset({ ...preset, enum: presets }) : undefined,
  ];
};

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
