import { z } from 'zod';
import { elements, id, indexById, maybe, nameOr, parseEach } from './lenient.js';

/** The body of `GET /homesdata`. */
export const homesData = z.looseObject({ homes: z.array(z.unknown()) });

const room = z.looseObject({ id, name: maybe(z.string()) });

const module_ = z.looseObject({
  id,
  type: z.string(),
  name: maybe(z.string()),
  room_id: maybe(id),
  bridge: maybe(id),
  appliance_type: maybe(z.string()),
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
  temperature_control_mode: maybe(z.string()),
  rooms: elements,
  modules: elements,
  schedules: elements,
  therm_schedules: elements,
});

/** Thermostats and valves; a relay (`NAPlug`, `OTH`) only connects them. `BNS` is a Smarther. */
export const heaterTypes = new Map([
  ['NATherm1', 'Thermostat'],
  ['NRV', 'Radiator valve'],
  ['OTM', 'Modulating thermostat'],
  ['BNS', 'Smarther thermostat'],
]);

/** A thermostat or a valve. */
export interface Heater {
  id: string;
  /** A key of `heaterTypes`. */
  type: string;
  name: string;
  room: string | undefined;
}

/** Any module of a home. */
export interface HomeModule {
  id: string;
  type: string;
  name: string | undefined;
  /** The gateway that connects it, which commands have to name. */
  bridge: string | undefined;
  /** The appliance that the user says is plugged in: `light`, `radiator`, … */
  appliance: string | undefined;
}

interface HomeRoom {
  id: string;
  name: string;
}

/** A home as its user has set it up. */
export interface Home {
  id: string;
  name: string;
  /** `schedule`, `away`, `hg` (frost guard). */
  mode: string | undefined;
  /** Whether setpoints are for cooling (in summer) instead of heating. */
  isCooling: boolean;
  rooms: HomeRoom[];
  heaters: Heater[];
  modules: HomeModule[];
  /** The number of modules that do not conform to the API reference. */
  malformed: number;
  /** The ids of all modules, including weather stations, by room. */
  modulesByRoom: Map<string, string[]>;
  /** Heating schedules with unique names; at most one is selected. */
  schedules: { id: string; name: string; selected: boolean }[];
}

const maxSchedules = 50;

export function homesOf({ homes }: z.infer<typeof homesData>): Home[] {
  return [...indexById(parseEach(homes, home)).values()].map((given) => {
    const readable = parseEach(given.modules, module_);
    const modules = [...indexById(readable).values()];
    return {
      id: given.id,
      name: nameOr('Home', given.name),
      mode: given.therm_mode,
      isCooling: given.temperature_control_mode === 'cooling',
      rooms: [...indexById(parseEach(given.rooms, room)).values()].map(({ id, name }) => ({
        id,
        name: nameOr('Room', name),
      })),
      heaters: modules
        .filter(({ type }) => heaterTypes.has(type))
        .map(({ id, type, name, room_id }) => ({
          id,
          type,
          room: room_id,
          name: nameOr(heaterTypes.get(type)!, name),
        })),
      modules: modules.map(({ id, type, name, bridge, appliance_type }) => ({
        id,
        type,
        name,
        bridge,
        appliance: appliance_type,
      })),
      malformed: given.modules.length - readable.length,
      modulesByRoom: groupByRoom(modules),
      schedules: heatingSchedules(
        given.schedules.length > 0 ? given.schedules : given.therm_schedules,
      ),
    };
  });
}

function groupByRoom(modules: z.infer<typeof module_>[]): Map<string, string[]> {
  const rooms = new Map<string, string[]>();
  for (const { id, room_id } of modules) {
    if (room_id === undefined) continue;
    const there = rooms.get(room_id) ?? [];
    there.push(id);
    rooms.set(room_id, there);
  }
  return rooms;
}

/** Returns the schedules for heating by name. There are also ones for cooling, electricity and events. */
function heatingSchedules(given: unknown[]): Home['schedules'] {
  const byName = new Map<string, Home['schedules'][number]>();
  for (const { id, name, type = 'therm', selected = false } of parseEach(given, schedule)) {
    const label = nameOr('Schedule', name);
    if (type !== 'therm' || byName.has(label) || byName.size >= maxSchedules) continue;
    byName.set(label, { id, name: label, selected });
  }
  return [...byName.values()];
}

/** A room with the types of its thermostats and valves. */
export type HeatedRoom = HomeRoom & { types: Set<string> };

export function heatedRooms({ rooms, heaters }: Home): HeatedRoom[] {
  const typesByRoom = new Map<string, Set<string>>();
  for (const { room, type } of heaters) {
    if (room === undefined) continue;
    typesByRoom.set(room, (typesByRoom.get(room) ?? new Set()).add(type));
  }
  return rooms.flatMap((one) => {
    const types = typesByRoom.get(one.id);
    return types ? [{ ...one, types }] : [];
  });
}

/** Returns whether a home has a heating. */
export const isHeated = ({ heaters }: Home) => heaters.length > 0;

const setByState = ['OTM', 'BNS'];

/** Returns whether rooms are set by their state: where a modulating thermostat or a Smarther controls the home. */
export const isSetByState = ({ heaters }: Home) =>
  heaters.some(({ type }) => setByState.includes(type));
