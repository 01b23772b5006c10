import { button, inRole, property, sensor, type Ability } from '@trellis/connector-sdk';
import { z } from 'zod';
import { pressing, toSteps, turn, turning } from './reported.js';
import type { Resource, Update } from './resource.js';

const motion = service(
  z.looseObject({
    enabled: z.boolean().optional(),
    motion: z
      .looseObject({
        motion: z.boolean().optional(),
        motion_report: z.looseObject({ motion: z.boolean() }).optional(),
      })
      .optional(),
  }),
  ({ enabled, motion: given }, { type, id }) => [
    sensor.motion({ value: given?.motion_report?.motion ?? given?.motion }),
    inRole(
      property(
        'enabled',
        { type: 'boolean', title: 'Motion detection enabled' },
        { value: enabled, write: (value: boolean) => ({ type, id, body: { enabled: value } }) },
      ),
      'configuration',
    ),
  ],
);

const lightLevel = service(
  z.looseObject({
    light: z
      .looseObject({
        light_level: z.number().optional(),
        light_level_report: z.looseObject({ light_level: z.number() }).optional(),
      })
      .optional(),
  }),
  ({ light }) => [
    sensor.illuminance({
      value: toLux(light?.light_level_report?.light_level ?? light?.light_level),
    }),
  ],
);

/** A button that was never pressed has no `button`. */
const pressed = service(
  z.looseObject({
    button: z
      .looseObject({
        last_event: z.string().optional(),
        button_report: z.looseObject({ event: z.string(), updated: z.string() }).optional(),
        event_values: z.array(z.unknown()).optional().catch(undefined),
      })
      .optional(),
  }),
  ({ button: given }, { id }) => [
    button.event({ value: given?.button_report?.event ?? given?.last_event }),
    button.event_time({ value: given?.button_report?.updated }),
    pressing(id, given?.event_values),
  ],
);

/** The abilities of sensors and switches (API reference, "Resources"); newer bridges report values in `*_report`. */
export const sensorAbilities: Record<string, (service: Resource) => Ability<Update>[]> = {
  motion,
  camera_motion: motion,
  grouped_motion: motion,
  convenience_area_motion: motion,
  security_area_motion: motion,
  light_level: lightLevel,
  grouped_light_level: lightLevel,
  button: pressed,
  bell_button: pressed,

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

  tamper: service(
    z.looseObject({ tamper_reports: z.array(z.looseObject({ state: z.string() })) }),
    ({ tamper_reports: reports }) => [
      sensor.tamper({ value: reports.some(({ state }) => state === 'tampered') }),
    ],
  ),

  relative_rotary: service(
    z.looseObject({
      relative_rotary: z
        .looseObject({ rotary_report: turn.optional(), last_event: turn.optional() })
        .optional(),
    }),
    ({ relative_rotary: given }, { id }) => [
      property(
        'rotation',
        { type: 'integer', title: 'Steps of the last turn, negative when counterclockwise' },
        { value: toSteps((given?.rotary_report ?? given?.last_event)?.rotation) },
      ),
      turning(id),
    ],
  ),
};

/** Returns a function that creates the abilities of a service; none when it has another shape. */
function service<Shape extends z.ZodType>(
  shape: Shape,
  toAbilities: (data: z.output<Shape>, resource: Resource) => Ability<Update>[],
): (resource: Resource) => Ability<Update>[] {
  return (resource) => {
    const { success, data } = shape.safeParse(resource);
    return success ? toAbilities(data, resource) : [];
  };
}

/** Converts a light level to lux: levels are 10,000 log10(lux) + 1 (API reference, `light_level`). */
const toLux = (level: number | undefined) =>
  level === undefined ? undefined : Math.round(10 ** ((level - 1) / 10_000) * 10) / 10;
