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

/** `LightEntityFeature.EFFECT` and `TRANSITION`. */
const effectFeature = 4;
const transitionFeature = 32;

export const light: Domain = (entity) => {
  const modes = entity.texts('supported_color_modes');
  const isWhite = modes.includes('color_temp');
  const isColored = modes.some((mode) => colored.has(mode));
  return [
    capability.on(switching(entity)),
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

/** Returns whether changes of a light may take time. */
const lasting = (entity: EntityState) => ({
  transition: entity.supports(transitionFeature) || undefined,
});

/** Adds how long a change takes, which Home Assistant counts in seconds, to the data of a call. */
const during = (
  transitionMs: number | undefined,
  data?: Record<string, unknown>,
): Record<string, unknown> | undefined =>
  transitionMs === undefined ? data : Object.assign({ transition: transitionMs / 1000 }, data);

const switching = (entity: EntityState) => ({
  ...lasting(entity),
  value: entity.isOn,
  write: (on: boolean, transitionMs?: number) =>
    entity.call(on ? 'turn_on' : 'turn_off', during(transitionMs)),
});

/** Creates the brightness. Home Assistant counts to 255, and would round a low percentage to off. */
function brightness(entity: EntityState) {
  const level = entity.number('brightness');
  return capability.brightness({
    ...lasting(entity),
    value: level && percentOfSteps(level, maxBrightness),
    write(percent, transitionMs) {
      const data = { brightness: stepsOfPercent(percent, maxBrightness) };
      return entity.call('turn_on', during(transitionMs, data));
    },
  });
}

const maxBrightness = 255;

function colorTemperature(entity: EntityState) {
  const kelvins = entity.number('color_temp_kelvin');
  const minimum = Math.ceil(entity.number('min_color_temp_kelvin') ?? 2000);
  const maximum = Math.floor(entity.number('max_color_temp_kelvin') ?? 6535);
  return capability.color_temperature({
    ...(minimum <= maximum ? { minimum, maximum } : {}),
    ...lasting(entity),
    value: kelvins && Math.round(kelvins),
    write: (color_temp_kelvin, transitionMs) =>
      entity.call('turn_on', during(transitionMs, { color_temp_kelvin })),
  });
}

/** Creates the color. Every light with colors accepts hue and saturation; Home Assistant converts them. */
function color(entity: EntityState) {
  const { hs_color } = entity.attributes;
  const [hue, saturation] = Array.isArray(hs_color) ? hs_color.slice(0, 2).map(numberOf) : [];
  return capability.color({
    ...lasting(entity),
    value: hue === undefined || saturation === undefined ? undefined : { hue, saturation },
    write: ({ hue, saturation }, transitionMs) =>
      entity.call('turn_on', during(transitionMs, { hs_color: [hue, saturation] })),
  });
}
