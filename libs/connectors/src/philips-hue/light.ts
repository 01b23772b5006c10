import { affordances } from '@trellis/connector-sdk';
import { z } from 'zod';
import { setting, type Ability } from './ability.js';
import type { Resource } from './bridge.js';

const on = z.looseObject({ on: z.boolean() });
const dimming = z.looseObject({ brightness: z.number().optional() });

/** A lamp (`light`), or all lamps of a room (`grouped_light`). */
const shape = z.looseObject({
  on: on.optional().catch(undefined),
  dimming: dimming.optional().catch(undefined),
  color_temperature: z
    .looseObject({
      mirek: z.number().positive().nullish(),
      mirek_schema: z
        .looseObject({
          mirek_minimum: z.number().positive(),
          mirek_maximum: z.number().positive(),
        })
        .optional(),
    })
    .optional()
    .catch(undefined),
  color: z
    .looseObject({ xy: z.looseObject({ x: z.number(), y: z.number() }).optional() })
    .optional()
    .catch(undefined),
  effects: z
    .looseObject({
      effect_values: z.array(z.string()).default([]),
      status: z.string().optional(),
    })
    .optional()
    .catch(undefined),
});
type Light = z.infer<typeof shape>;

type To = (body: Record<string, unknown>) => { type: string; id: string; body: typeof body };

/** What can be done with a light, by what it has. */
export function lightAbilities(resource: Resource): Ability[] {
  const { data: light } = shape.safeParse(resource);
  if (!light) return [];
  const to: To = (body) => ({ type: resource.type, id: resource.id, body });
  return [...switching(light, to), ...white(light, to), ...colour(light, to), ...effect(light, to)];
}

function switching({ on, dimming }: Light, to: To): Ability[] {
  return [
    ...(on
      ? [
          setting('on', affordances.onOff, {
            value: on.on,
            write: (value) => to({ on: { on: value } }),
          }),
        ]
      : []),
    ...(dimming
      ? [
          setting('brightness', affordances.level('Brightness'), {
            value: dimming.brightness,
            write: (brightness) => to({ dimming: { brightness } }),
          }),
        ]
      : []),
  ];
}

/** Mirek are millionths of the inverse: the bridge counts in them, people in kelvin. */
const inverse = (value: number) => Math.round(1_000_000 / value);

function white({ color_temperature }: Light, to: To): Ability[] {
  const range = color_temperature?.mirek_schema;
  if (!range) return [];
  const { mirek_minimum: least, mirek_maximum: most } = range;
  const affordance = {
    type: 'integer' as const,
    title: 'Colour temperature',
    unit: 'K',
    minimum: inverse(most),
    maximum: inverse(least),
  };
  const { mirek } = color_temperature;
  const write = (kelvin: unknown) =>
    to({
      color_temperature: { mirek: Math.min(Math.max(inverse(Number(kelvin)), least), most) },
    });
  const value = mirek === null || mirek === undefined ? undefined : inverse(mirek);
  return [setting('color_temperature', affordance, { value, write })];
}

/** A place in the CIE 1931 colour space, as the bridge has it. */
const xy = {
  type: 'object',
  title: 'Colour (CIE xy)',
  properties: {
    x: { type: 'number', minimum: 0, maximum: 1 },
    y: { type: 'number', minimum: 0, maximum: 1 },
  },
  required: ['x', 'y'],
} as const;

function colour({ color }: Light, to: To): Ability[] {
  if (!color?.xy) return [];
  const { x, y } = color.xy;
  const write = (value: unknown) => to({ color: { xy: value } });
  return [setting('color', { ...xy, required: [...xy.required] }, { value: { x, y }, write })];
}

function effect({ effects }: Light, to: To): Ability[] {
  const known = [...new Set(effects?.effect_values)];
  if (!effects || known.length === 0) return [];
  const value = known.includes(effects.status ?? '') ? effects.status : undefined;
  const write = (chosen: unknown) => to({ effects: { effect: chosen } });
  return [setting('effect', affordances.choice('Effect', known), { value, write })];
}
