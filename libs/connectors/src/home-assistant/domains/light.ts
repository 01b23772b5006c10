import { affordances } from '@trellis/connector-sdk';
import { isKnown, numberOf, setting, textsOf, type Ability, type Domain } from '../ability.js';
import type { State } from '../house.js';

/** Colour modes in which a light can be dimmed (developers.home-assistant.io, "Light Entity"). */
const dimmable = new Set(['brightness', 'color_temp', 'hs', 'xy', 'rgb', 'rgbw', 'rgbww', 'white']);
const coloured = new Set(['hs', 'xy', 'rgb', 'rgbw', 'rgbww']);

const turnOn = (data: Record<string, unknown>) => ({ domain: 'light', service: 'turn_on', data });

export const light: Domain = (state) => {
  const modes = textsOf(state.attributes.supported_color_modes);
  return {
    properties: [
      setting('on', affordances.onOff, {
        value: isKnown(state) ? state.state === 'on' : undefined,
        write: (value) => ({ domain: 'light', service: value ? 'turn_on' : 'turn_off' }),
      }),
      ...(modes.some((mode) => dimmable.has(mode)) ? [brightness(state)] : []),
      ...(modes.includes('color_temp') ? [temperature(state)] : []),
      ...(modes.some((mode) => coloured.has(mode)) ? [colour(state)] : []),
    ],
  };
};

/** Home Assistant counts from 0 to 255. */
function brightness({ attributes }: State): Ability {
  const level = numberOf(attributes.brightness);
  return setting('brightness', affordances.level('Brightness'), {
    value: level === undefined ? undefined : Math.round((level / 255) * 100),
    write: (value) => turnOn({ brightness_pct: value }),
  });
}

function temperature({ attributes }: State): Ability {
  const affordance = {
    type: 'integer' as const,
    title: 'Colour temperature',
    unit: 'K',
    minimum: numberOf(attributes.min_color_temp_kelvin) ?? 2000,
    maximum: numberOf(attributes.max_color_temp_kelvin) ?? 6535,
  };
  return setting('color_temperature', affordance, {
    value: numberOf(attributes.color_temp_kelvin),
    write: (value) => turnOn({ color_temp_kelvin: value }),
  });
}

function colour({ attributes }: State): Ability {
  const [hue, saturation] = Array.isArray(attributes.hs_color) ? attributes.hs_color : [];
  const affordance = {
    type: 'object' as const,
    title: 'Colour',
    properties: {
      hue: { type: 'number', unit: '°', minimum: 0, maximum: 360 },
      saturation: { type: 'number', unit: '%', minimum: 0, maximum: 100 },
    },
    required: ['hue', 'saturation'],
  };
  const known = numberOf(hue) !== undefined && numberOf(saturation) !== undefined;
  return setting('color', affordance, {
    value: known ? { hue, saturation } : undefined,
    write: (value) => {
      const wanted = value as { hue: number; saturation: number };
      return turnOn({ hs_color: [wanted.hue, wanted.saturation] });
    },
  });
}
