import { type Device, booleanProperty, action, choice, property } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Command } from '../api.js';
import { heatedRooms, isHeated, type Home, heaterTypes, type HomeModule } from '../homes.js';
import { elements, indexById, parseEach, id, maybe, nameOr } from '../lenient.js';
import { roomDevice, roomStatus, actionWith, knownOr, until } from './room.js';
import { batteryAbilities } from '../measures.js';
import { selectSchedule, setMode } from './commands.js';

/** The body of `GET /homestatus`: without rooms and modules when the relay is not connected. */
export const homeStatus = z.looseObject({
  home: z.looseObject({ rooms: elements, modules: elements }),
});

export type HomeStatus = z.infer<typeof homeStatus>;

export const noStatus: HomeStatus = { home: { rooms: [], modules: [] } };

/** Returns the heating of a home, its heated rooms, thermostats and valves; empty for a home without heating. */
export function heatingDevices(home: Home, { home: status }: HomeStatus): Device<Command>[] {
  if (!isHeated(home)) return [];
  const rooms = indexById(parseEach(status.rooms, roomStatus));
  const heaters = indexById(parseEach(status.modules, heaterStatus));
  return [
    homeDevice(home),
    ...heatedRooms(home).map((room) => roomDevice(home, room, rooms.get(room.id))),
    ...home.heaters
      .map((heater) => heaterDevice(home, heater, heaters.get(heater.id)))
      .filter(({ abilities }) => abilities.length > 0),
  ];
}

const heaterStatus = z.looseObject({
  id,
  reachable: maybe(z.boolean()),
  battery_state: maybe(z.string()),
  boiler_status: maybe(z.boolean()),
  cooler_status: maybe(z.boolean()),
});
type HeaterStatus = z.infer<typeof heaterStatus>;

/** Returns the device of a thermostat or a valve; setpoints belong to the room. */
function heaterDevice(
  home: Home,
  { id, type, name }: HomeModule,
  status: HeaterStatus | undefined,
): Device<never> {
  const kind = heaterTypes.get(type)!;
  return {
    id,
    title: `${nameOr(kind.name, name)} (${home.name})`,
    description: `Netatmo ${kind.name.toLowerCase()}`,
    abilities: [
      ...(kind.hasBattery ? batteryAbilities(status?.battery_state) : []),
      ...(kind.hasBoiler ? [running('boiler_on', 'Boiler heating', status?.boiler_status)] : []),
      ...(kind.hasCooler ? [running('cooler_on', 'Cooling', status?.cooler_status)] : []),
    ],
    available: status?.reachable ?? status !== undefined,
  };
}

const running = (name: string, title: string, value: boolean | undefined) =>
  booleanProperty(name, title, value);

export const homeDeviceId = (home: string) => `home/${home}`;

/** The modes of the heating of a home (`POST /setthermmode`): `hg` is the frost guard. */
const modes = ['schedule', 'away', 'hg'];
const mode = choice('Mode of the heating', modes);

/** Returns the device of a home. No request for the mode of the cooling is known: it is only read. */
function homeDevice(home: Home): Device<Command> {
  const schedules = home.schedules.map(({ name }) => name);
  const schedule = property('schedule', choice('Schedule', schedules), {
    value: home.schedules.find(({ selected }) => selected)?.name,
    write: (name: string) => selectSchedule(home, name),
  });
  return {
    id: homeDeviceId(home.id),
    title: `Heating (${home.name})`,
    abilities: [
      property('mode', home.isCooling ? choice('Mode of the cooling', modes) : mode, {
        value: knownOr(modes, home.mode),
        write: home.isCooling ? undefined : (value: string) => setMode(home, { mode: value }),
      }),
      ...(schedules.length > 0 ? [schedule] : []),
      ...(home.isCooling ? [] : [setModeAction(home)]),
    ],
  };
}

const setModeAction = (home: Home) =>
  action(
    'set_mode',
    actionWith('Set the mode for a time', { mode, until }, ['mode']),
    (input: { mode: string; until?: string }) => setMode(home, input),
  );
