import {
  affordances,
  type ActionAffordance,
  type Entity,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { heatedRooms, heaters, type Heater, type Home, type Room } from './homes.js';
import { byId, each, elements, id, known, maybe, time } from './tolerant.js';

const roomStatus = z.looseObject({
  id,
  reachable: maybe(z.boolean()),
  therm_measured_temperature: maybe(z.number()),
  therm_setpoint_temperature: maybe(z.number()),
  therm_setpoint_mode: maybe(z.string()),
  therm_setpoint_end_time: maybe(z.number()),
  heating_power_request: maybe(z.number().min(0).max(100)),
  open_window: maybe(z.boolean()),
});
type RoomStatus = z.infer<typeof roomStatus>;

const heaterStatus = z.looseObject({
  id,
  reachable: maybe(z.boolean()),
  battery_state: maybe(z.string()),
  boiler_status: maybe(z.boolean()),
});
type HeaterStatus = z.infer<typeof heaterStatus>;

/** The answer of `GET /homestatus`: without rooms and modules when the relay is not connected. */
export const homeStatus = z.looseObject({
  home: z.looseObject({ rooms: elements, modules: elements }),
});

/** How the heating of a home is set (`POST /setthermmode`): by its schedule, away, frost guard. */
export const homeModes = ['schedule', 'away', 'hg'];

/** Why the target of a room is what it is; `home` is another word for the schedule. */
const roomModes = ['schedule', 'manual', 'max', 'away', 'hg', 'off'];

const batteryStates = ['full', 'high', 'medium', 'low', 'very_low'];

/** Setpoints in °C; the frost guard may be at 5, and whoever sees °F has others than halves. */
export const setpoints = { minimum: 5, maximum: 30 };

const target = {
  ...{ type: 'number', title: 'Target temperature', unit: '°C', ...setpoints },
} satisfies PropertyAffordance;

const dateTime = (title: string) =>
  ({ type: 'string', format: 'date-time', title }) satisfies PropertyAffordance;

const until = {
  ...dateTime('Until when'),
  description: 'Without it as long as the user has set for changes by hand, or for good.',
};

const readable = (affordance: PropertyAffordance): PropertyAffordance => ({
  ...affordance,
  readOnly: true,
});

const action = (title: string, properties: object, required: string[] = []): ActionAffordance => ({
  title,
  input: {
    type: 'object',
    properties: { ...properties },
    ...(required.length > 0 && { required }),
  },
  idempotent: true,
});

/** The ids of the entities that are not devices; what is written to them is found by their parts. */
export const homeEntity = (home: string) => `home/${home}`;
export const roomEntity = (home: string, room: string) => `room/${home}/${room}`;

/** A home with a heating, its heated rooms, its thermostats and valves. */
export function energyEntities(home: Home, { home: status }: z.infer<typeof homeStatus>): Entity[] {
  const rooms = byId(each(status.rooms, roomStatus));
  const states = byId(each(status.modules, heaterStatus));
  return [
    homeOf(home),
    ...heatedRooms(home).map((room) => roomOf(home, room, rooms.get(room.id))),
    ...home.heaters.map((heater) => heaterOf(home, heater, states.get(heater.id))),
  ];
}

function homeOf({ id, name, mode, schedules }: Home): Entity {
  const modes = affordances.choice('Mode of the heating', homeModes);
  const names = schedules.map(({ name }) => name);
  return {
    id: homeEntity(id),
    title: `Heating (${name})`,
    properties: {
      mode: modes,
      ...(names.length > 0 && { schedule: affordances.choice('Schedule', names) }),
    },
    actions: { set_mode: action('Set the mode for a while', { mode: modes, until }, ['mode']) },
    values: known({
      mode: oneOf(homeModes, mode),
      schedule: schedules.find(({ selected }) => selected)?.name,
    }),
  };
}

function roomOf(
  home: Home,
  { id, name, types }: Room & { types: Set<string> },
  status: RoomStatus | undefined,
): Entity {
  const mode = status?.therm_setpoint_mode === 'home' ? 'schedule' : status?.therm_setpoint_mode;
  const hasValve = types.has('NRV');
  return {
    id: roomEntity(home.id, id),
    title: `${name} (${home.name})`,
    properties: {
      temperature: affordances.temperature,
      target_temperature: target,
      target_mode: readable(affordances.choice('Why the target is what it is', roomModes)),
      target_until: readable(dateTime('Until when the target holds')),
      ...(hasValve && {
        heating_power: readable(affordances.level('Requested heating power')),
        open_window: { type: 'boolean', title: 'Whether a window seems open', readOnly: true },
      }),
    },
    actions: {
      set_target: action('Heat to a temperature', { temperature: target, until }, ['temperature']),
      boost: action('Heat as much as possible', { until }),
      follow_schedule: { ...affordances.command('Follow the schedule again'), idempotent: true },
    },
    values: known({
      temperature: status?.therm_measured_temperature,
      target_temperature: status?.therm_setpoint_temperature,
      target_mode: oneOf(roomModes, mode),
      target_until: time(status?.therm_setpoint_end_time),
      ...(hasValve && {
        heating_power: status?.heating_power_request,
        open_window: status?.open_window,
      }),
    }),
    available: status?.reachable ?? status !== undefined,
  };
}

function heaterOf(home: Home, { id, type, name }: Heater, status?: HeaterStatus): Entity {
  const firesBoiler = type !== 'NRV';
  return {
    id,
    title: `${name} (${home.name})`,
    description: `Netatmo ${heaters.get(type)!.toLowerCase()}`,
    properties: {
      battery_state: readable(affordances.choice('State of the battery', batteryStates)),
      ...(firesBoiler && {
        boiler_on: { type: 'boolean', title: 'Whether the boiler heats', readOnly: true },
      }),
    },
    values: known({
      battery_state: oneOf(batteryStates, status?.battery_state),
      ...(firesBoiler && { boiler_on: status?.boiler_status }),
    }),
    available: status?.reachable ?? status !== undefined,
  };
}

const oneOf = (options: string[], value: string | undefined) =>
  value !== undefined && options.includes(value) ? value : undefined;
