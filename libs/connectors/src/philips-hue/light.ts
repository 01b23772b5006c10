import {
  affordances,
  colorOfXy,
  inverseTemperature,
  xyOfColor,
  type HueSaturation,
} from '@trellis/connector-sdk';
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
          setting('brightness', affordances.brightness, {
            value: dimming.brightness,
            write: (brightness) => to({ dimming: { brightness } }),
          }),
        ]
      : []),
  ];
}

function white({ color_temperature }: Light, to: To): Ability[] {
  const range = color_temperature?.mirek_schema;
  if (!range) return [];
  const { mirek_minimum: least, mirek_maximum: most } = range;
  const affordance = affordances.colorTemperature({
    minimum: inverseTemperature(most),
    maximum: inverseTemperature(least),
  });
  const { mirek } = color_temperature;
  const write = (kelvin: unknown) =>
    to({
      color_temperature: {
        mirek: Math.min(Math.max(inverseTemperature(Number(kelvin)), least), most),
      },
    });
  const value = mirek === null || mirek === undefined ? undefined : inverseTemperature(mirek);
  return [setting('color_temperature', affordance, { value, write })];
}

function colour({ color }: Light, to: To): Ability[] {
  if (!color?.xy) return [];
  const write = (value: unknown) => to({ color: { xy: xyOfColor(value as HueSaturation) } });
  return [setting('color', affordances.color, { value: colorOfXy(color.xy), write })];
}

function effect({ effects }: Light, to: To): Ability[] {
  const known = [...new Set(effects?.effect_values)];
  if (!effects || known.length === 0) return [];
  const value = known.includes(effects.status ?? '') ? effects.status : undefined;
  const write = (chosen: unknown) => to({ effects: { effect: chosen } });
  return [setting('effect', affordances.choice('Effect', known), { value, write })];
}
