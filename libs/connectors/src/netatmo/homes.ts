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
  cooling_mode: maybe(z.string()),
  temperature_control_mode: maybe(z.string()),
  rooms: elements,
  modules: elements,
  schedules: elements,
  therm_schedules: elements,
});

interface HeaterKind {
  name: string;
  hasBattery?: boolean;
  hasBoiler?: boolean;
  hasCooler?: boolean;
}

/** Thermostats and valves; a relay (`NAPlug`, `OTH`) only connects them. `BNS` is a Smarther. */
export const heaterTypes = new Map<string, HeaterKind>([
  ['NATherm1', { name: 'Thermostat', hasBattery: true, hasBoiler: true }],
  ['NRV', { name: 'Radiator valve', hasBattery: true }],
  ['OTM', { name: 'Modulating thermostat', hasBattery: true, hasBoiler: true }],
  ['BNS', { name: 'Smarther thermostat', hasBoiler: true, hasCooler: true }],
  // Wired, of BTicino MyHome; only its room reports values.
  ['BNTH', { name: 'Thermostat' }],
  ['NAC', { name: 'Air conditioner control', hasBattery: true }],
]);

/** A home as its user has set it up. */
export interface Home {
  id: string;
  name: string;
  /** `schedule`, `away`, `hg` (frost guard): of the cooling while the home cools. */
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
  /** Schedules of the heating, or of the cooling, with unique names; at most one is selected. */
  schedules: { id: string; name: string; selected: boolean }[];
}

const maxSchedules = 50;

export function homesOf({ homes }: z.infer<typeof homesData>): Home[] {
  return [...indexById(parseEach(homes, home)).values()].map((given) => {
    const readable = parseEach(given.modules, module_);
    const modules = [...indexById(readable).values()];
    const isCooling = given.temperature_control_mode === 'cooling';
    return {
      id: given.id,
      name: nameOr('Home', given.name),
      mode: isCooling ? given.cooling_mode : given.therm_mode,
      isCooling,
      rooms: [...indexById(parseEach(given.rooms, room)).values()],
      heaters: modules.filter(({ type }) => heaterTypes.has(type)),
      modules,
      malformed: given.modules.length - readable.length,
      modulesByRoom: groupBy(modules, ({ room_id }) => room_id),
      schedules: schedulesOf(
        given.schedules.length > 0 ? given.schedules : given.therm_schedules,
        isCooling ? 'cooling' : 'therm',
      ),
    };
  });
}

/** Returns the schedules of a type by name. Besides heating and cooling, there are ones for electricity and events. */
function schedulesOf(given: unknown[], wanted: 'therm' | 'cooling'): Home['schedules'] {
  const byName = new Map<string, Home['schedules'][number]>();
  for (const { id, name, type = 'therm', selected = false } of parseEach(given, schedule)) {
    const label = nameOr('Schedule', name);
    if (type !== wanted || byName.has(label) || byName.size >= maxSchedules) continue;
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
const setByPoint = ['NATherm1', 'NRV'];

/**
 * Returns whether a room is set by its state: where a modulating thermostat or a Smarther controls the home, the home
 * cools, or the room has neither a thermostat nor valves.
 */
export const isSetByState = ({ heaters, isCooling }: Home, { types }: Pick<HeatedRoom, 'types'>) =>
  isCooling ||
  heaters.some(({ type }) => setByState.includes(type)) ||
  !setByPoint.some((type) => types.has(type));
