import {
  colorOfXy,
  kelvinsOfMireds,
  light,
  miredsOfKelvins,
  xyOfColor,
  type Ability,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import {
  effectAbilities,
  effects,
  effectsV2,
  timedEffectAbilities,
  gradient,
  gradientAbilities,
} from './effects.js';
import type { Resource, Update } from './resource.js';

/** Returns the schema of a member that is undefined when it is missing or does not conform to the API reference. */
const lenient = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape).optional().catch(undefined);

/** A lamp (`light`), or all lamps of a room (`grouped_light`). */
const lightService = z.looseObject({
  on: lenient({ on: z.boolean() }),
  dimming: lenient({ brightness: z.number().optional() }),
  color_temperature: lenient({
    mirek: z.number().positive().nullish(),
    mirek_valid: z.boolean().optional(),
    mirek_schema: z
      .looseObject({ mirek_minimum: z.number().positive(), mirek_maximum: z.number().positive() })
      .optional(),
  }),
  color: lenient({ xy: z.looseObject({ x: z.number(), y: z.number() }).optional() }),
  effects: effects.optional().catch(undefined),
  effects_v2: effectsV2.optional().catch(undefined),
  timed_effects: effects.optional().catch(undefined),
  gradient: gradient.optional().catch(undefined),
});
type Light = z.infer<typeof lightService>;

type ToUpdate = (body: Update['body'], transitionMs?: number) => Update;

export function lightAbilities({ type, id, ...members }: Resource): Ability<Update>[] {
  const { data } = lightService.safeParse(members);
  if (!data) return [];
  const toUpdate: ToUpdate = (body, transitionMs) => {
    // The bridge has one of its own, of 400 ms, without it.
    if (transitionMs === undefined) return { type, id, body };
    return { type, id, body: Object.assign({}, body, { dynamics: { duration: transitionMs } }) };
  };
  const turnOn: ToUpdate = (body, transitionMs) =>
    toUpdate({ ...(data.on && { on: { on: true } }), ...body }, transitionMs);
  return [
    ...switching(data, toUpdate),
    ...colorMode(data),
    ...[dimming, colorTemperature, coloring, effectAbilities, gradients].flatMap((toAbilities) =>
      toAbilities(data, turnOn),
    ),
    ...timedEffects(data, toUpdate),
  ];
}

const switching = ({ on }: Light, toUpdate: ToUpdate) =>
  on
    ? [
        light.on({
          transition: true,
          value: on.on,
          write: (value, transitionMs) => toUpdate({ on: { on: value } }, transitionMs),
        }),
      ]
    : [];

const dimming = ({ dimming: current }: Light, turnOn: ToUpdate) =>
  current
    ? [
        light.brightness({
          transition: true,
          value: current.brightness,
          write: (brightness, transitionMs) => turnOn({ dimming: { brightness } }, transitionMs),
        }),
      ]
    : [];

/** Creates the color mode of a lamp with both. A color temperature that is not valid is that of no white. */
function colorMode({ color, color_temperature }: Light) {
  if (!color?.xy || !color_temperature?.mirek_schema) return [];
  const { mirek_valid: isWhite } = color_temperature;
  const value = isWhite ? 'color_temperature' : 'color';
  return [light.color_mode({ value: isWhite === undefined ? undefined : value })];
}

function colorTemperature({ color_temperature }: Light, turnOn: ToUpdate) {
  const range = color_temperature?.mirek_schema;
  if (!range) return [];
  const { mirek_minimum: minimum, mirek_maximum: maximum } = range;
  // Rounding to whole kelvins must not leave the range.
  const clamp = (mirek: number) => Math.min(Math.max(mirek, minimum), maximum);
  const { mirek } = color_temperature;
  return [
    light.color_temperature({
      minimum: kelvinsOfMireds(maximum),
      maximum: kelvinsOfMireds(minimum),
      transition: true,
      value: mirek && kelvinsOfMireds(mirek),
      write: (kelvins, transitionMs) =>
        turnOn({ color_temperature: { mirek: clamp(miredsOfKelvins(kelvins)) } }, transitionMs),
    }),
  ];
}

function coloring({ color }: Light, turnOn: ToUpdate) {
  if (!color?.xy) return [];
  return [
    light.color({
      transition: true,
      value: colorOfXy(color.xy),
      write: (value, transitionMs) => turnOn({ color: { xy: xyOfColor(value) } }, transitionMs),
    }),
  ];
}

const gradients = ({ gradient: points }: Light, turnOn: ToUpdate) =>
  points ? gradientAbilities(points, turnOn) : [];

const timedEffects = ({ timed_effects: effects }: Light, toUpdate: ToUpdate) =>
  effects ? timedEffectAbilities(effects, toUpdate) : [];
