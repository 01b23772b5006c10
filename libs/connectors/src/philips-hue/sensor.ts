import { affordances } from '@trellis/connector-sdk';
import { z } from 'zod';
import { reading, setting, type Ability } from './ability.js';
import type { Resource } from './bridge.js';

/** How each kind of service becomes properties of its device; what is not here is no property. */
export const sensorAbilities: Record<string, (resource: Resource) => Ability[]> = {
  motion: (resource) => {
    const shape = z.looseObject({
      enabled: z.boolean().optional(),
      motion: z.looseObject({
        motion: z.boolean().optional(),
        motion_report: z.looseObject({ motion: z.boolean() }).optional(),
      }),
    });
    return read(shape, resource, ({ enabled, motion }) => [
      reading('motion', affordances.motion, motion.motion_report?.motion ?? motion.motion),
      enable(resource, enabled),
    ]);
  },

  temperature: (resource) => {
    const shape = z.looseObject({
      temperature: z.looseObject({
        temperature: z.number().optional(),
        temperature_report: z.looseObject({ temperature: z.number() }).optional(),
      }),
    });
    return read(shape, resource, ({ temperature }) => [
      reading(
        'temperature',
        affordances.temperature,
        temperature.temperature_report?.temperature ?? temperature.temperature,
      ),
    ]);
  },

  light_level: (resource) => {
    const shape = z.looseObject({
      light: z.looseObject({
        light_level: z.number().optional(),
        light_level_report: z.looseObject({ light_level: z.number() }).optional(),
      }),
    });
    return read(shape, resource, ({ light }) => [
      reading(
        'illuminance',
        affordances.illuminance,
        lux(light.light_level_report?.light_level ?? light.light_level),
      ),
    ]);
  },

  contact: (resource) => {
    const shape = z.looseObject({
      contact_report: z.looseObject({ state: z.string() }).optional(),
    });
    return read(shape, resource, ({ contact_report }) => [
      reading(
        'open',
        { type: 'boolean', title: 'Whether it is open' },
        contact_report && contact_report.state === 'no_contact',
      ),
    ]);
  },

  device_power: (resource) => {
    const shape = z.looseObject({
      power_state: z.looseObject({ battery_level: z.number().optional() }),
    });
    return read(shape, resource, ({ power_state }) => [
      reading('battery', affordances.battery, power_state.battery_level),
    ]);
  },

  button: (resource) => {
    const shape = z.looseObject({
      button: z.looseObject({
        last_event: z.string().optional(),
        button_report: z.looseObject({ event: z.string(), updated: z.string() }).optional(),
      }),
    });
    return read(shape, resource, ({ button: { button_report: report, last_event } }) => [
      reading('event', { type: 'string', title: 'Last event' }, report?.event ?? last_event),
      reading('pressed', { type: 'string', title: 'When', format: 'date-time' }, report?.updated),
    ]);
  },

  relative_rotary: (resource) => {
    const shape = z.looseObject({
      relative_rotary: z.looseObject({
        rotary_report: z
          .looseObject({
            rotation: z.looseObject({ direction: z.string(), steps: z.number() }),
          })
          .optional(),
      }),
    });
    return read(shape, resource, ({ relative_rotary: { rotary_report: report } }) => [
      reading(
        'rotation',
        { type: 'integer', title: 'Steps of the last turn, negative against the clock' },
        report && report.rotation.steps * (report.rotation.direction === 'clock_wise' ? 1 : -1),
      ),
    ]);
  },
};

/** What is not of the expected shape gives nothing, and spoils nothing else. */
function read<Shape extends z.ZodType>(
  shape: Shape,
  resource: Resource,
  abilities: (read: z.output<Shape>) => Ability[],
): Ability[] {
  const { data } = shape.safeParse(resource);
  return data === undefined ? [] : abilities(data);
}

const enable = ({ type, id }: Resource, enabled: boolean | undefined): Ability =>
  setting(
    'enabled',
    { type: 'boolean', title: 'Whether it looks for motion' },
    { value: enabled, write: (value) => ({ type, id, body: { enabled: value } }) },
  );

/** Light levels are 10,000 log10(lux) + 1 (API reference, `light_level`). */
const lux = (level: number | undefined) =>
  level === undefined ? undefined : Math.round(10 ** ((level - 1) / 10_000) * 10) / 10;
