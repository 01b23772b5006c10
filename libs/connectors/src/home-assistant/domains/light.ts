import {
  colorModeByName,
  light as capability,
  percentOfSteps,
  stepsOfPercent,
} from '@trellis/connector-sdk';
import { numberOf, type Domain, type EntityState } from './domain.js';

/** Color modes in which a light can be dimmed (developers.home-assistant.io, "Light entity"). */
const dimmable = new Set(['brightness', 'color_temp', 'hs', 'xy', 'rgb', 'rgbw', 'rgbww', 'white']);
const colored = new Set(['hs', 'xy', 'rgb', 'rgbw', 'rgbww']);

/** `LightEntityFeature.EFFECT`. */
const effectFeature = 4;

export const light: Domain = (entity) => {
  const modes = entity.texts('supported_color_modes');
  const isWhite = modes.includes('color_temp');
  const isColored = modes.some((mode) => colored.has(mode));
  return [
    capability.on(entity.onOff),
    modes.some((mode) => dimmable.has(mode)) && brightness(entity),
    isWhite &&
      isColored &&
      capability.color_mode({ value: colorModeByName(entity.attributes.color_mode) }),
    isWhite && colorTemperature(entity),
    isColored && color(entity),
    entity.selection(capability.effect, {
      from: entity.supports(effectFeature) && entity.attributes.effect_list,
      current: entity.attributes.effect,
      service: 'turn_on',
      member: 'effect',
    }),
  ];
};

/** Creates the brightness. Home Assistant counts to 255, and would round a low percentage to off. */
function brightness(entity: EntityState) {
  const level = entity.number('brightness');
  return capability.brightness({
    value: level && percentOfSteps(level, maxBrightness),
    write: (percent) =>
      entity.call('turn_on', { brightness: stepsOfPercent(percent, maxBrightness) }),
  });
}

const maxBrightness = 255;

function colorTemperature(entity: EntityState) {
  const kelvins = entity.number('color_temp_kelvin');
  const minimum = Math.ceil(entity.number('min_color_temp_kelvin') ?? 2000);
  const maximum = Math.floor(entity.number('max_color_temp_kelvin') ?? 6535);
  return capability.color_temperature({
    ...(minimum <= maximum ? { minimum, maximum } : {}),
    value: kelvins && Math.round(kelvins),
    write: entity.setter('turn_on', 'color_temp_kelvin'),
  });
}

/** Creates the color. Every light with colors accepts hue and saturation; Home Assistant converts them. */
function color(entity: EntityState) {
  const { hs_color } = entity.attributes;
  const [hue, saturation] = Array.isArray(hs_color) ? hs_color.slice(0, 2).map(numberOf) : [];
  return capability.color({
    value: hue === undefined || saturation === undefined ? undefined : { hue, saturation },
    write: ({ hue, saturation }) => entity.call('turn_on', { hs_color: [hue, saturation] }),
  });
}
