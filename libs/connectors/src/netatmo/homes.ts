import { z } from 'zod';
import { byId, each, elements, id, maybe, shown } from './tolerant.js';

/** The answer of `GET /homesdata`. */
export const homesData = z.looseObject({ homes: z.array(z.unknown()) });

const room = z.looseObject({ id, name: maybe(z.string()) });

const module_ = z.looseObject({
  id,
  type: z.string(),
  name: maybe(z.string()),
  room_id: maybe(id),
});

const schedule = z.looseObject({
  id,
  name: maybe(z.string()),
  type: maybe(z.string()),
  selected: maybe(z.boolean()),
});

const home = z.looseObject({
  id,
  name: maybe(z.string()),
  therm_mode: maybe(z.string()),
  rooms: elements,
  modules: elements,
  schedules: elements,
  therm_schedules: elements,
});

/** Thermostats and valves; a relay (`NAPlug`, `OTH`) only connects them. */
export const heaters = new Map([
  ['NATherm1', 'Thermostat'],
  ['NRV', 'Radiator valve'],
  ['OTM', 'Modulating thermostat'],
]);

/** A thermostat or a valve. */
export interface Heater {
  id: string;
  /** A key of `heaters`. */
  type: string;
  name: string;
  room: string | undefined;
}

export interface Room {
  id: string;
  name: string;
}

/** A home as it is set up, with what heats it, if anything does. */
export interface Home {
  id: string;
  name: string;
  /** `schedule`, `away`, `hg` (frost guard). */
  mode: string | undefined;
  rooms: Room[];
  heaters: Heater[];
  /** The ids of all modules, weather stations among them, by the room in which they are. */
  modulesByRoom: Map<string, string[]>;
  /** Heating schedules of different names; at most one is selected. */
  schedules: { id: string; name: string; selected: boolean }[];
}

/** More schedules than anybody has. */
const mostSchedules = 50;

export function homesOf({ homes }: z.infer<typeof homesData>): Home[] {
  return [...byId(each(homes, home)).values()].map((given) => {
    const modules = [...byId(each(given.modules, module_)).values()];
    return {
      id: given.id,
      name: shown(given.name, 'Home'),
      mode: given.therm_mode,
      rooms: [...byId(each(given.rooms, room)).values()].map(({ id, name }) => ({
        id,
        name: shown(name, 'Room'),
      })),
      heaters: modules
        .filter(({ type }) => heaters.has(type))
        .map(({ id, type, name, room_id }) => ({
          ...{ id, type, room: room_id },
          name: shown(name, heaters.get(type)!),
        })),
      modulesByRoom: inRooms(modules),
      schedules: heatingSchedules(
        given.schedules.length > 0 ? given.schedules : given.therm_schedules,
      ),
    };
  });
}

function inRooms(modules: z.infer<typeof module_>[]): Map<string, string[]> {
  const rooms = new Map<string, string[]>();
  for (const { id, room_id } of modules) {
    if (room_id === undefined) continue;
    const there = rooms.get(room_id) ?? [];
    there.push(id);
    rooms.set(room_id, there);
  }
  return rooms;
}

/** There are schedules for cooling, electricity and events too. Users know them by their names. */
function heatingSchedules(given: unknown[]): Home['schedules'] {
  const byName = new Map<string, Home['schedules'][number]>();
  for (const { id, name, type = 'therm', selected = false } of each(given, schedule)) {
    const label = shown(name, 'Schedule');
    if (type !== 'therm' || byName.has(label) || byName.size >= mostSchedules) continue;
    byName.set(label, { id, name: label, selected });
  }
  return [...byName.values()];
}

/** The rooms that a thermostat or a valve heats. */
export function heatedRooms({ rooms, heaters: all }: Home): (Room & { types: Set<string> })[] {
  const typesByRoom = new Map<string, Set<string>>();
  for (const { room, type } of all) {
    if (room === undefined) continue;
    typesByRoom.set(room, (typesByRoom.get(room) ?? new Set()).add(type));
  }
  return rooms.flatMap((one) => {
    const types = typesByRoom.get(one.id);
    return types ? [{ ...one, types }] : [];
  });
}

/** Whether a modulating thermostat leads the home: its rooms are set in another way. */
export const isModulating = ({ heaters: all }: Home) => all.some(({ type }) => type === 'OTM');
