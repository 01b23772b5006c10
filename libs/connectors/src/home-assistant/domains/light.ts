import { light as capability } from '@trellis/connector-sdk';
import { callService, when, type Domain } from './domain.js';
import { isOn, supports, type State } from './state.js';
import { numberOf, selected, textsOf } from './values.js';

/** Color modes in which a light can be dimmed (developers.home-assistant.io, "Light entity"). */
const dimmable = new Set(['brightness', 'color_temp', 'hs', 'xy', 'rgb', 'rgbw', 'rgbww', 'white']);
const colored = new Set(['hs', 'xy', 'rgb', 'rgbw', 'rgbww']);

/** `LightEntityFeature.EFFECT`. */
const effectFeature = 4;

export const light: Domain = (state) => {
  const modes = textsOf(state.attributes.supported_color_modes);
  const isDimmable = modes.some((mode) => dimmable.has(mode));
  const isColored = modes.some((mode) => colored.has(mode));
  const effects = supports(state, effectFeature) ? textsOf(state.attributes.effect_list) : [];
  return [
    capability.on({
      value: isOn(state),
      write: (on) => callService(state, on ? 'turn_on' : 'turn_off'),
    }),
    ...when(isDimmable, brightness(state)),
    ...when(modes.includes('color_temp'), colorTemperature(state)),
    ...when(isColored, color(state)),
    ...when(
      effects.length > 0,
      capability.effect({
        ...selected(effects, state.attributes.effect),
        write: (effect) => callService(state, 'turn_on', { effect }),
      }),
    ),
  ];
};

/** Creates the brightness. Home Assistant counts from 0 to 255; a light that is on has at least one percent. */
function brightness(state: State) {
  const level = numberOf(state.attributes.brightness);
  return capability.brightness({
    value: level && Math.min(Math.max(Math.round((level / 255) * 100), 1), 100),
    write: (percent) => callService(state, 'turn_on', { brightness_pct: percent }),
  });
}

function colorTemperature(state: State) {
  const { color_temp_kelvin, min_color_temp_kelvin, max_color_temp_kelvin } = state.attributes;
  const kelvins = numberOf(color_temp_kelvin);
  const minimum = Math.ceil(numberOf(min_color_temp_kelvin) ?? 2000);
  const maximum = Math.floor(numberOf(max_color_temp_kelvin) ?? 6535);
  return capability.color_temperature({
    minimum: minimum <= maximum ? minimum : undefined,
    maximum: minimum <= maximum ? maximum : undefined,
    value: kelvins && Math.round(kelvins),
    write: (kelvins) => callService(state, 'turn_on', { color_temp_kelvin: kelvins }),
  });
}

/** Creates the color. Every light with colors accepts hue and saturation; Home Assistant converts them. */
function color(state: State) {
  const { hs_color } = state.attributes;
  const [hue, saturation] = Array.isArray(hs_color) ? hs_color.slice(0, 2).map(numberOf) : [];
  return capability.color({
    value: hue === undefined || saturation === undefined ? undefined : { hue, saturation },
    write: ({ hue, saturation }) => callService(state, 'turn_on', { hs_color: [hue, saturation] }),
  });
}
