import { affordances, type HueSaturation } from '@trellis/connector-sdk';
import {
  isKnown,
  selection,
  setting,
  supports,
  where,
  type Ability,
  type Domain,
} from '../ability.js';
import type { State } from '../house.js';
import { numberOf, textsOf } from '../text.js';

/** Colour modes in which a light can be dimmed (developers.home-assistant.io, "Light Entity"). */
const dimmable = new Set(['brightness', 'color_temp', 'hs', 'xy', 'rgb', 'rgbw', 'rgbww', 'white']);
const coloured = new Set(['hs', 'xy', 'rgb', 'rgbw', 'rgbww']);

/** `LightEntityFeature`. */
const effects = 4;

const turnOn = (data: Record<string, unknown>) => ({ domain: 'light', service: 'turn_on', data });

export const light: Domain = (state) => {
  const { attributes } = state;
  const modes = textsOf(attributes.supported_color_modes);
  return {
    properties: [
      setting('on', affordances.onOff, {
        value: isKnown(state) ? state.state === 'on' : undefined,
        write: (value) => ({ domain: 'light', service: value ? 'turn_on' : 'turn_off' }),
      }),
      ...where(
        modes.some((mode) => dimmable.has(mode)),
        brightness(state),
      ),
      ...where(modes.includes('color_temp'), temperature(state)),
      ...where(
        modes.some((mode) => coloured.has(mode)),
        colour(state),
      ),
      ...selection('effect', 'Effect', {
        options: supports(state, effects) ? textsOf(attributes.effect_list) : [],
        value: attributes.effect,
        write: (effect) => turnOn({ effect }),
      }),
    ],
  };
};

/** Home Assistant counts from 0 to 255; a light that is on at all has at least one percent. */
function brightness({ attributes }: State): Ability {
  const level = numberOf(attributes.brightness);
  const percent = level && Math.min(Math.max(Math.round((level / 255) * 100), 1), 100);
  return setting('brightness', affordances.brightness, {
    value: percent,
    write: (value) => turnOn({ brightness_pct: value }),
  });
}

function temperature({ attributes }: State): Ability {
  const least = numberOf(attributes.min_color_temp_kelvin) ?? 2000;
  const most = numberOf(attributes.max_color_temp_kelvin) ?? 6535;
  const affordance = affordances.colorTemperature(
    least <= most ? { minimum: Math.ceil(least), maximum: Math.floor(most) } : {},
  );
  const kelvin = numberOf(attributes.color_temp_kelvin);
  return setting('color_temperature', affordance, {
    value: kelvin && Math.round(kelvin),
    write: (value) => turnOn({ color_temp_kelvin: value }),
  });
}

/** Hue and saturation, which every light that has colours takes; Home Assistant converts them. */
function colour({ attributes }: State): Ability {
  const given: unknown[] = Array.isArray(attributes.hs_color) ? attributes.hs_color : [];
  const [hue, saturation] = given.slice(0, 2).map(numberOf);
  return setting('color', affordances.color, {
    value: hue === undefined || saturation === undefined ? undefined : { hue, saturation },
    write: (value) => {
      const { hue, saturation } = value as HueSaturation;
      return turnOn({ hs_color: [hue, saturation] });
    },
  });
}
