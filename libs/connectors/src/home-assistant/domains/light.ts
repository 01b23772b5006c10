import { light as capability } from '@trellis/connector-sdk';
import { numberOf, type Domain, type EntityState } from './domain.js';

/** Color modes in which a light can be dimmed (developers.home-assistant.io, "Light entity"). */
const dimmable = new Set(['brightness', 'color_temp', 'hs', 'xy', 'rgb', 'rgbw', 'rgbww', 'white']);
const colored = new Set(['hs', 'xy', 'rgb', 'rgbw', 'rgbww']);

/** `LightEntityFeature.EFFECT`. */
const effectFeature = 4;

export const light: Domain = (entity) => {
  const modes = entity.texts('supported_color_modes');
  return [
    capability.on(entity.onOff),
    modes.some((mode) => dimmable.has(mode)) && brightness(entity),
    modes.includes('color_temp') && colorTemperature(entity),
    modes.some((mode) => colored.has(mode)) && color(entity),
    entity.selection(capability.effect, {
      from: entity.supports(effectFeature) && entity.attributes.effect_list,
      current: entity.attributes.effect,
      service: 'turn_on',
      member: 'effect',
    }),
  ];
};

/** Creates the brightness. Home Assistant counts from 0 to 255; a light that is on has at least one percent. */
function brightness(entity: EntityState) {
  const level = entity.number('brightness');
  return capability.brightness({
    value: level && Math.min(Math.max(Math.round((level / 255) * 100), 1), 100),
    write: entity.setter('turn_on', 'brightness_pct'),
  });
}

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
