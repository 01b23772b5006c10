import {
  affordances,
  type Entity,
  type Place,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import { z } from 'zod';

const id = z.string().min(1).max(500);

const room = z.looseObject({ id, name: z.string().optional(), type: z.string().optional() });
const homeModule = z.looseObject({
  id,
  type: z.string(),
  name: z.string().optional(),
  room_id: z.string().optional(),
});
const home = z.looseObject({
  id,
  name: z.string().optional(),
  therm_mode: z.string().optional(),
  rooms: z.array(z.unknown()).default([]),
  modules: z.array(z.unknown()).default([]),
});

/** The answer of `GET /homesdata`. */
export const homesData = z.looseObject({ homes: z.array(z.unknown()).default([]) });

const roomStatus = z.looseObject({
  id,
  reachable: z.boolean().optional(),
  therm_measured_temperature: z.number().optional(),
  therm_setpoint_temperature: z.number().optional(),
  therm_setpoint_mode: z.string().optional(),
});
const moduleStatus = z.looseObject({
  id,
  reachable: z.boolean().optional(),
  battery_state: z.string().optional(),
  boiler_status: z.boolean().optional(),
});

/** The answer of `GET /homestatus`. */
export const homeStatus = z.looseObject({
  home: z.looseObject({
    rooms: z.array(z.unknown()).default([]),
    modules: z.array(z.unknown()).default([]),
  }),
});

/** A home with a heating, as it is set up. */
export interface Home {
  id: string;
  name: string;
  mode: string | undefined;
  rooms: z.infer<typeof room>[];
  modules: z.infer<typeof homeModule>[];
}

/** How the heating of a home is set (`POST /setthermmode`): by the schedule, away, frost guard. */
export const homeModes = ['schedule', 'away', 'hg'];

/** Valid setpoints (`POST /setroomthermpoint`), in °C. */
const target: PropertyAffordance = {
  type: 'number',
  title: 'Target temperature',
  unit: '°C',
  minimum: 7,
  maximum: 30,
  multipleOf: 0.5,
};

const roomMode: PropertyAffordance = {
  type: 'string',
  title: 'Why the target is what it is',
  readOnly: true,
};

/** Thermostats, valves and modulating thermostats; a relay (`NAPlug`, `OTH`) only connects them. */
const heatingModules: Record<string, string> = {
  NATherm1: 'Thermostat',
  NRV: 'Radiator valve',
  OTM: 'Modulating thermostat',
};

/** The homes that have a heating. */
export function heatedHomes({ homes }: z.infer<typeof homesData>): Home[] {
  return homes
    .flatMap((given) => home.safeParse(given).data ?? [])
    .map(({ id, name, therm_mode, rooms, modules }) => ({
      id,
      name: (name ?? 'Home').slice(0, 200).trim() || 'Home',
      mode: therm_mode,
      rooms: rooms.flatMap((given) => room.safeParse(given).data ?? []),
      modules: modules
        .flatMap((given) => homeModule.safeParse(given).data ?? [])
        .filter(({ type }) => Object.hasOwn(heatingModules, type)),
    }))
    .filter(({ modules }) => modules.length > 0);
}

/** The ids of the entities that are not devices; rooms are written to by the parts of theirs. */
export const homeEntity = (home: string) => `home/${home}`;
export const roomEntity = (home: string, room: string) => `room/${home}/${room}`;

/** A home, its heated rooms and its devices. */
export function energyEntities(home: Home, { home: status }: z.infer<typeof homeStatus>): Entity[] {
  const rooms = status.rooms.flatMap((given) => roomStatus.safeParse(given).data ?? []);
  const modules = status.modules.flatMap((given) => moduleStatus.safeParse(given).data ?? []);
  return [
    homeOf(home),
    ...home.rooms
      .filter((room) => home.modules.some(({ room_id }) => room_id === room.id))
      .map((room) =>
        roomOf(
          home,
          room,
          rooms.find(({ id }) => id === room.id),
        ),
      ),
    ...home.modules.map((module) =>
      moduleOf(
        home,
        module,
        modules.find(({ id }) => id === module.id),
      ),
    ),
  ];
}

function homeOf({ id, name, mode }: Home): Entity {
  const known = mode !== undefined && homeModes.includes(mode);
  return {
    id: homeEntity(id),
    title: `Heating (${name})`,
    properties: { mode: affordances.choice('Mode of the heating', homeModes) },
    values: known ? { mode } : {},
  };
}

function roomOf(
  home: Home,
  { id, name }: z.infer<typeof room>,
  status: z.infer<typeof roomStatus> | undefined,
): Entity {
  return {
    id: roomEntity(home.id, id),
    title: `${nameOf(name, 'Room')} (${home.name})`,
    properties: {
      temperature: affordances.temperature,
      target_temperature: target,
      target_mode: roomMode,
    },
    actions: { follow_schedule: affordances.command('Follow the schedule again') },
    values: defined({
      temperature: status?.therm_measured_temperature,
      target_temperature: status?.therm_setpoint_temperature,
      target_mode: status?.therm_setpoint_mode,
    }),
    available: status?.reachable ?? status !== undefined,
  };
}

function moduleOf(
  home: Home,
  { id, type, name }: z.infer<typeof homeModule>,
  status: z.infer<typeof moduleStatus> | undefined,
): Entity {
  const kind = heatingModules[type]!;
  const firesBoiler = type !== 'NRV';
  return {
    id,
    title: `${nameOf(name, kind)} (${home.name})`,
    description: `Netatmo ${kind.toLowerCase()}`,
    properties: {
      battery_state: { type: 'string', title: 'State of the battery', readOnly: true },
      ...(firesBoiler && {
        boiler_on: { type: 'boolean', title: 'Whether the boiler heats', readOnly: true },
      }),
    },
    values: defined({
      battery_state: status?.battery_state,
      ...(firesBoiler && { boiler_on: status?.boiler_status }),
    }),
    available: status?.reachable ?? status !== undefined,
  };
}

/** Homes and their heated rooms, with the things in them. */
export function heatedPlaces(home: Home): Place[] {
  const inRoom = (room: string) =>
    home.modules.filter(({ room_id }) => room_id === room).map(({ id }) => id);
  return [
    { id: home.id, name: home.name, type: 'home', entities: [homeEntity(home.id)] },
    ...home.rooms
      .filter(({ id }) => inRoom(id).length > 0)
      .map(({ id, name }) => ({
        id: `${home.id}/${id}`,
        name: nameOf(name, 'Room'),
        type: 'room',
        parent: home.id,
        entities: [roomEntity(home.id, id), ...inRoom(id)],
      })),
  ];
}

const nameOf = (name: string | undefined, otherwise: string) =>
  name?.slice(0, 200).trim() || otherwise;

const defined = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
