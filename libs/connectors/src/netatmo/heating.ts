import { Rejected, Unavailable } from '@trellis/connector-sdk';
import { z } from 'zod';
import { command, read, Refused, type Context } from './api.js';
import { homeModes, setpoints } from './energy.js';
import { heatedRooms, homesData, homesOf, isModulating, type Home } from './homes.js';

const until = z.iso.datetime({ offset: true }).optional();
const temperature = z.number().min(setpoints.minimum).max(setpoints.maximum);

/** What the actions take; without an input it is empty. */
export const inputs = {
  set_mode: z.looseObject({ mode: z.enum(homeModes), until }),
  set_target: z.looseObject({ temperature, until }),
  boost: z.looseObject({ until }),
};

/** What a room is told: a temperature, as much as possible, or to follow the schedule. */
export interface Setpoint {
  mode: 'manual' | 'max' | 'home';
  /** °C, of `manual` alone. */
  temperature?: number;
  /** A date-time (RFC 3339). */
  until?: string | undefined;
}

/**
 * Sets a room. Where a modulating thermostat leads the home that is `POST /setstate`, else
 * `POST /setroomthermpoint`; so the home is looked at first.
 */
export async function setRoom(
  context: Context,
  at: { home: string; room: string },
  { mode, temperature: temp, until: end }: Setpoint,
): Promise<void> {
  const endtime = endOf(end);
  const home = await homeOf(context, at.home);
  if (!heatedRooms(home).some(({ id }) => id === at.room)) {
    throw new Rejected('The room is not heated any more.');
  }
  if (isModulating(home)) {
    const room = {
      id: at.room,
      therm_setpoint_mode: mode,
      ...(temp !== undefined && { therm_setpoint_temperature: temp }),
      ...(endtime !== undefined && { therm_setpoint_end_time: endtime }),
    };
    return command(context, { path: 'setstate', json: { home: { id: at.home, rooms: [room] } } });
  }
  const form = {
    ...{ home_id: at.home, room_id: at.room, mode },
    ...(temp !== undefined && { temp: String(temp) }),
    ...(endtime !== undefined && { endtime: String(endtime) }),
  };
  return command(context, { path: 'setroomthermpoint', form });
}

/** Sets the mode of a home; an end is only for modes that are away from the schedule. */
export function setMode(
  context: Context,
  home: string,
  { mode, until: end }: z.infer<typeof inputs.set_mode>,
): Promise<void> {
  const endtime = endOf(end);
  if (endtime !== undefined && mode === 'schedule') {
    throw new Rejected('The schedule has no end.');
  }
  const form = {
    ...{ home_id: home, mode },
    ...(endtime !== undefined && { endtime: String(endtime) }),
  };
  return command(context, { path: 'setthermmode', form });
}

/** Selects a schedule by its name. */
export async function selectSchedule(context: Context, id: string, name: string): Promise<void> {
  const { schedules } = await homeOf(context, id);
  const schedule = schedules.find((one) => one.name === name);
  if (!schedule) throw new Rejected('The home has no schedule of this name.');
  const form = { home_id: id, schedule_id: schedule.id };
  return command(context, { path: 'switchhomeschedule', form });
}

async function homeOf(context: Context, id: string): Promise<Home> {
  const found = await read(context, { path: 'homesdata' }, homesData).catch((error: unknown) => {
    throw error instanceof Refused ? new Unavailable(error.message) : error;
  });
  const home = homesOf(found).find((one) => one.id === id);
  if (!home) throw new Rejected('The home is not there any more.');
  return home;
}

/** Seconds since 1970. */
function endOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const end = Math.floor(Date.parse(given) / 1000);
  if (!(end > Date.now() / 1000)) throw new Rejected('The end is not in the future.');
  return end;
}
