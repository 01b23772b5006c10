import { fan as capability, type PropertyOptions } from '@trellis/connector-sdk';
import { toNumber } from '@trellis/jinja';
import type { ComponentKind, Publication, Source } from '../component-kind.js';
import { adjustable, decodeChoice, made, plainCommand, readProperty } from '../property.js';
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
  const on = readOnOff(source, { state, command: plainCommand });
  return [
    made(capability.on, on),
    made(capability.speed, withOn(readSpeed(source), on)),
    made(capability.oscillating, readOnOff(source, adjustable('oscillation'), oscillation)),
    made(capability.direction, direction),
    presets.length > 0 && preset ? capability.preset({ ...preset, enum: presets }) : undefined,
  ];
};

/**
 * Reads the speed, whose lowest value is a step above 0 %. Percentages are rounded down to read and steps up to write
 * (Matter 1.3, "Fan Control", `SpeedSetting`).
 */
function readSpeed(source: Source) {
  const off = (source.settings.number('speed_range_min') ?? 1) - 1;
  const steps = (source.settings.number('speed_range_max') ?? 100) - off;
  return readProperty<number>(source, {
    ...adjustable('percentage'),
    decode(text) {
      const speed = toNumber(text);
      if (speed === undefined || !(steps > 0)) return undefined;
      return Math.min(Math.max(Math.floor(((speed - off) * 100) / steps), 0), 100);
    },
    reset: 'payload_reset_percentage',
    encode: (percent) => off + Math.ceil((percent * steps) / 100),
  });
}

type Options<Value> = PropertyOptions<Value, Publication[]>;

/** Adds turning on a fan to setting its speed, unless it is on. */
function withOn(speed: Options<number> | undefined, on: Options<boolean> | undefined) {
  const { write } = speed ?? {};
  const turnOn = on?.write;
  if (!write || !turnOn || on.value === true) return speed;
  return { ...speed, write: (percent: number) => [...turnOn(true), ...write(percent)] };
}
