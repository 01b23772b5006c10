import { button, property, sensor, type Ability } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Resource, Update } from './resource.js';

/**
 * How the services of sensors and switches become abilities (API reference, "Resources"). A newer
 * bridge reports a value with its time in `*_report`; the plain value beside it is deprecated.
 */
export const sensorAbilities: Record<string, (service: Resource) => Ability<Update>[]> = {
  motion: service(
    z.looseObject({
      enabled: z.boolean().optional(),
      motion: z.looseObject({
        motion: z.boolean().optional(),
        motion_report: z.looseObject({ motion: z.boolean() }).optional(),
      }),
    }),
    ({ enabled, motion }, { type, id }) => [
      sensor.motion({ value: motion.motion_report?.motion ?? motion.motion }),
      property(
        'enabled',
        { type: 'boolean', title: 'Motion detection enabled' },
        { value: enabled, write: (value: boolean) => ({ type, id, body: { enabled: value } }) },
      ),
    ],
  ),

  temperature: service(
    z.looseObject({
      temperature: z.looseObject({
        temperature: z.number().optional(),
        temperature_report: z.looseObject({ temperature: z.number() }).optional(),
      }),
    }),
    ({ temperature: { temperature_report: report, temperature } }) => [
      sensor.temperature({ value: report?.temperature ?? temperature }),
    ],
  ),

  light_level: service(
    z.looseObject({
      light: z.looseObject({
        light_level: z.number().optional(),
        light_level_report: z.looseObject({ light_level: z.number() }).optional(),
      }),
    }),
    ({ light: { light_level_report: report, light_level } }) => [
      sensor.illuminance({ value: toLux(report?.light_level ?? light_level) }),
    ],
  ),

  contact: service(
    z.looseObject({ contact_report: z.looseObject({ state: z.string() }).optional() }),
    ({ contact_report: report }) => [
      sensor.open({ value: report && report.state === 'no_contact' }),
    ],
  ),

  device_power: service(
    z.looseObject({ power_state: z.looseObject({ battery_level: z.number().optional() }) }),
    ({ power_state }) => [sensor.battery({ value: power_state.battery_level })],
  ),

  button: service(
    z.looseObject({
      button: z.looseObject({
        last_event: z.string().optional(),
        button_report: z.looseObject({ event: z.string(), updated: z.string() }).optional(),
      }),
    }),
    ({ button: { button_report: report, last_event } }) => [
      button.event({ value: report?.event ?? last_event }),
      button.event_time({ value: report?.updated }),
    ],
  ),

  relative_rotary: service(
    z.looseObject({
      relative_rotary: z.looseObject({
        rotary_report: z
          .looseObject({ rotation: z.looseObject({ direction: z.string(), steps: z.number() }) })
          .optional(),
      }),
    }),
    ({ relative_rotary: { rotary_report: report } }) => [
      property(
        'rotation',
        { type: 'integer', title: 'Steps of the last turn, negative when counterclockwise' },
        { value: report && toSteps(report.rotation) },
      ),
    ],
  ),
};

/** A service that does not have the expected shape gives nothing, and spoils nothing else. */
function service<Shape extends z.ZodType>(
  shape: Shape,
  toAbilities: (data: z.output<Shape>, resource: Resource) => Ability<Update>[],
): (resource: Resource) => Ability<Update>[] {
  return (resource) => {
    const { success, data } = shape.safeParse(resource);
    return success ? toAbilities(data, resource) : [];
  };
}

/** Light levels are 10,000 log10(lux) + 1 (API reference, `light_level`). */
const toLux = (level: number | undefined) =>
  level === undefined ? undefined : Math.round(10 ** ((level - 1) / 10_000) * 10) / 10;

const toSteps = ({ direction, steps }: { direction: string; steps: number }) =>
  direction === 'clock_wise' ? steps : -steps;
