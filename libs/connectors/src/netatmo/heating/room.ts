import {
  action,
  booleanProperty,
  choice,
  type Device,
  percentage,
  property,
  sensor,
  thermostat,
  type ActionAffordance,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Command } from '../api.js';
import type { HeatedRoom, Home } from '../homes.js';
import { id, maybe, toDateTime } from '../lenient.js';
import { setRoom, type Setpoint } from './commands.js';

export const roomStatus = z.looseObject({
  id,
  reachable: maybe(z.boolean()),
  therm_measured_temperature: maybe(z.number()),
  therm_setpoint_temperature: maybe(z.number()),
  therm_setpoint_mode: maybe(z.string()),
  therm_setpoint_end_time: maybe(z.number()),
  heating_power_request: maybe(z.number().min(0).max(100)),
  open_window: maybe(z.boolean()),
  humidity: maybe(z.number().min(0).max(100)),
  cooling_setpoint_temperature: maybe(z.number()),
  cooling_setpoint_mode: maybe(z.string()),
  cooling_setpoint_end_time: maybe(z.number()),
});
type RoomStatus = z.infer<typeof roomStatus>;

/** Returns the setpoint of a room: while its home cools, it usually has only the separate one for cooling. */
const setpointOf = ({ isCooling }: Home, status: RoomStatus | undefined) =>
  status?.cooling_setpoint_mode !== undefined &&
  (isCooling || status.therm_setpoint_mode === undefined)
    ? {
        temperature: status.cooling_setpoint_temperature,
        mode: status.cooling_setpoint_mode,
        end: status.cooling_setpoint_end_time,
      }
    : {
        temperature: status?.therm_setpoint_temperature,
        mode: status?.therm_setpoint_mode,
        end: status?.therm_setpoint_end_time,
      };

export const roomDeviceId = (home: string, room: string) => `room/${home}/${room}`;

/** Setpoints in °C; the frost guard may be at 5, and users who see °F choose other steps than halves. */
const setpoints = { minimum: 5, maximum: 30 };

const temperature = {
  type: 'number' as const,
  title: 'Target temperature',
  unit: '°C',
  ...setpoints,
};

/** The reasons for the target temperature of a room. */
const modes = ['schedule', 'manual', 'max', 'away', 'hg', 'off'];

export function roomDevice(
  home: Home,
  room: HeatedRoom,
  status: RoomStatus | undefined,
): Device<Command> {
  const { id, name, types } = room;
  const set = (setpoint: Setpoint) => setRoom(home, room, setpoint);
  const setpoint = setpointOf(home, status);
  return {
    id: roomDeviceId(home.id, id),
    title: `${name} (${home.name})`,
    abilities: [
      sensor.temperature({ value: status?.therm_measured_temperature }),
      thermostat.target_temperature({
        ...setpoints,
        value: setpoint.temperature,
        write: (target) => set({ mode: 'manual', temperature: target }),
      }),
      ...targetAbilities(setpoint),
      // Only a Smarther measures it.
      ...(types.has('BNS') ? [sensor.humidity({ value: status?.humidity })] : []),
      ...(types.has('NRV') ? valveAbilities(status) : []),
      ...roomActions(set),
    ],
    // A wired thermostat (`BNTH`) is always reachable, whatever its room says.
    available: (types.has('BNTH') ? undefined : status?.reachable) ?? status !== undefined,
  };
}

function targetAbilities({ mode, end }: ReturnType<typeof setpointOf>) {
  return [
    property('target_mode', choice('Reason of the target', modes), {
      // `home` is another word for the schedule.
      value: knownOr(modes, mode === 'home' ? 'schedule' : mode),
    }),
    property('target_until', dateTime('End of the target'), {
      value: toDateTime(end),
    }),
  ];
}

const valveAbilities = (status: RoomStatus | undefined) => [
  property('heating_power', percentage('Requested heating power'), {
    value: status?.heating_power_request,
  }),
  booleanProperty('open_window', 'Open window suspected', status?.open_window),
];

type Until = { until?: string };

const roomActions = (set: (setpoint: Setpoint) => Command) => [
  action(
    'set_target',
    actionWith('Heat to a temperature', { temperature, until }, ['temperature']),
    (input: Until & { temperature: number }) => set({ mode: 'manual', ...input }),
  ),
  action('boost', actionWith('Heat as much as possible', { until }), (input: Until | undefined) =>
    set({ mode: 'max', until: input?.until }),
  ),
  action('follow_schedule', { title: 'Follow the schedule again', idempotent: true }, () =>
    set({ mode: 'home' }),
  ),
];

const dateTime = (title: string) =>
  ({ type: 'string', format: 'date-time', title }) satisfies PropertyAffordance;

/** The member `until` of the input of actions. */
export const until = {
  ...dateTime('End'),
  description: 'By default the duration that the user has chosen for manual changes, if any.',
};

export const actionWith = (
  title: string,
  properties: Record<string, PropertyAffordance>,
  required: string[] = [],
): ActionAffordance => ({
  title,
  input:
    required.length > 0 ? { type: 'object', properties, required } : { type: 'object', properties },
  idempotent: true,
});

export const knownOr = (options: string[], value: string | undefined): string | undefined =>
  options.find((option) => option === value);
