import {
  choice,
  colorOfXy,
  property,
  Rejected,
  xyOfColor,
  type Ability,
  type HueSaturation,
  type Xy,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Update } from './resource.js';

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
