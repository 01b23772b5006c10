import { groupBy } from '@trellis/connector-sdk';
import { z } from 'zod';
import { elements, id, indexById, maybe, nameOr, parseEach } from './lenient.js';

export const homesData = z.looseObject({ homes: z.array(z.unknown()) });

const room = z.looseObject({
  id,
  name: maybe(z.string()).transform((name) => nameOr('Room', name)),
});
type HomeRoom = z.infer<typeof room>;

const module_ = z.looseObject({
  id,
  type: z.string(),
  name: maybe(z.string()),
  room_id: maybe(id),
  /** The gateway that connects it, which commands have to name. */
  bridge: maybe(id),
  /** The appliance that the user says is plugged in: `light`, `radiator`, … */
  appliance_type: maybe(z.string()),
});
export type HomeModule = z.infer<typeof module_>;

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

/** A home as its user has set it up. */
export interface Home {
  id: string;
  name: string;
  /** `schedule`, `away`, `hg` (frost guard). */
  mode: string | undefined;
  /** Whether setpoints are for cooling (in summer) instead of heating. */
  isCooling: boolean;
  rooms: HomeRoom[];
  /** The modules of `heaterTypes`. */
  heaters: HomeModule[];
  modules: HomeModule[];
  /** The number of modules that do not conform to the API reference. */
  malformed: number;
  /** All modules, including weather stations, by room. */
  modulesByRoom: Map<string, { id: string }[]>;
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
      rooms: [...indexById(parseEach(given.rooms, room)).values()],
      heaters: modules.filter(({ type }) => heaterTypes.has(type)),
      modules,
      malformed: given.modules.length - readable.length,
      modulesByRoom: groupBy(modules, ({ room_id }) => room_id),
      schedules: heatingSchedules(
        given.schedules.length > 0 ? given.schedules : given.therm_schedules,
      ),
    };
  });
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
  const heatersByRoom = groupBy(heaters, ({ room_id }) => room_id);
  return rooms.flatMap((one) => {
    const inRoom = heatersByRoom.get(one.id);
    return inRoom ? [{ ...one, types: new Set(inRoom.map(({ type }) => type)) }] : [];
  });
}

export const isHeated = ({ heaters }: Home) => heaters.length > 0;

const setByState = ['OTM', 'BNS'];

/** Returns whether rooms are set by their state: where a modulating thermostat or a Smarther controls the home. */
export const isSetByState = ({ heaters }: Home) =>
  heaters.some(({ type }) => setByState.includes(type));
