import {
  action,
  choice,
  light,
  property,
  type Ability,
  colorOfXy,
  Rejected,
  xyOfColor,
  type HueSaturation,
  type Xy,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Update } from './resource.js';

const values = z.array(z.string()).catch([]);

/** `effects` of a lamp, and `timed_effects`, which have a duration (API reference, `light`). */
export const effects = z.looseObject({ effect_values: values, status: z.string().optional() });

/** `effects_v2`, which newer lamps have, with or without `effects`. */
export const effectsV2 = z.looseObject({
  action: z.looseObject({ effect_values: values }),
  status: z.looseObject({ effect: z.string().optional() }).optional(),
});

type ToUpdate = (body: Update['body']) => Update;

interface Effects {
  effects?: z.infer<typeof effects> | undefined;
  effects_v2?: z.infer<typeof effectsV2> | undefined;
}

/** Returns the ability for the effect of a lamp, which lasts until the next one. */
export function effectAbilities(
  { effects: first, effects_v2: second }: Effects,
  toUpdate: ToUpdate,
): Ability<Update>[] {
  const isFirst = first !== undefined && first.effect_values.length > 0;
  const known = [...new Set(isFirst ? first.effect_values : second?.action.effect_values)];
  if (known.length === 0) return [];
  const current = isFirst ? first.status : second?.status?.effect;
  return [
    light.effect({
      enum: known,
      value: known.find((one) => one === current),
      write: (effect) =>
        toUpdate(isFirst ? { effects: { effect } } : { effects_v2: { action: { effect } } }),
    }),
  ];
}

/** `duration` of a timed effect is at most six hours (API reference, `light`). */
const maxSeconds = 6 * 60 * 60;
const noEffect = 'no_effect';

interface TimedEffect {
  effect: string;
  duration?: number;
}

/** Returns the abilities for timed effects, such as a sunrise: the current one, and the action that starts one. */
export function timedEffectAbilities(
  { effect_values, status }: z.infer<typeof effects>,
  toUpdate: ToUpdate,
): Ability<Update>[] {
  const known = [...new Set(effect_values)];
  const startable = known.filter((one) => one !== noEffect);
  if (startable.length === 0) return [];
  const start = {
    title: 'Start a timed effect',
    input: {
      type: 'object' as const,
      properties: {
        effect: choice('Effect', known),
        duration: { type: 'number' as const, unit: 's', minimum: 1, maximum: maxSeconds },
      },
      required: ['effect'],
    },
  };
  return [
    property('timed_effect', choice('Timed effect', known), {
      value: known.find((one) => one === status),
    }),
    action('start_timed_effect', start, ({ effect, duration = defaultSeconds }: TimedEffect) =>
      toUpdate({
        timed_effects: effect === noEffect ? { effect } : { effect, duration: duration * 1000 },
      }),
    ),
  ];
}

/** The default duration; the bridge has none, and its app suggests half an hour. */
const defaultSeconds = 30 * 60;

const xy = z.looseObject({ x: z.number(), y: z.number() });

/** `gradient` of a light strip or another lamp of several colors (API reference, `light`). */
export const gradient = z.looseObject({
  points: z.array(z.looseObject({ color: z.looseObject({ xy }) })).catch([]),
  points_capable: z.number().int().min(2).max(100).catch(5),
  mode: z.string().optional(),
  mode_values: z.array(z.string()).catch([]),
});
type Gradient = z.infer<typeof gradient>;

const minPoints = 2;

const color = {
  type: 'object' as const,
  properties: {
    hue: { type: 'number' as const, unit: '°', minimum: 0, maximum: 360 },
    saturation: { type: 'number' as const, unit: '%', minimum: 0, maximum: 100 },
  },
  required: ['hue', 'saturation'],
};

/** Returns the abilities for the colors of a lamp from one end to the other, and their blending. */
export function gradientAbilities(
  { points, points_capable: maxItems, mode, mode_values }: Gradient,
  toUpdate: (body: Update['body']) => Update,
): Ability<Update>[] {
  const colors = points.flatMap(({ color }) => colorOfXy(color.xy) ?? []);
  const modes = [...new Set(mode_values)];
  const affordance = {
    type: 'array' as const,
    title: 'Gradient',
    description: 'Colors from one end to the other; empty without a gradient.',
    items: color,
    maxItems,
  };
  return [
    property('gradient', affordance, {
      value: colors.slice(0, maxItems),
      write: (given: HueSaturation[]) => {
        if (given.length < minPoints) throw new Rejected('A gradient has at least two colors.');
        return toUpdate({ gradient: { points: given.map((one) => point(xyOfColor(one))) } });
      },
    }),
    ...(modes.length > 0
      ? [
          property('gradient_mode', choice('Blending of the gradient', modes), {
            value: modes.find((one) => one === mode),
            // The bridge accepts a mode only with points.
            write: (chosen: string) => {
              if (points.length < minPoints) throw new Rejected('The lamp shows no gradient.');
              const same = points.map(({ color }) => point(color.xy));
              return toUpdate({ gradient: { points: same, mode: chosen } });
            },
          }),
        ]
      : []),
  ];
}

const point = ({ x, y }: Xy) => ({ color: { xy: { x, y } } });
