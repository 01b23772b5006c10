import { Rejected } from '@trellis/connector-sdk';
import type { Command } from '../api.js';
import { isSetByState, type HeatedRoom, type Home } from '../homes.js';

/** The setpoint of a room: a temperature, maximum heating, or the schedule. */
export interface Setpoint {
  mode: 'manual' | 'max' | 'home';
  /** °C, of `manual` alone. */
  temperature?: number;
  /** A date-time (RFC 3339). */
  until?: string | undefined;
}

/** Returns the command that sets a room: `setstate` where the home supports it. Cooling has setpoints of its own. */
export function setRoom(
  home: Home,
  room: Pick<HeatedRoom, 'id' | 'types'>,
  { mode, temperature, until }: Setpoint,
): Command {
  const end = toEnd(until);
  if (isSetByState(home, room)) {
    const setpoint = `${home.isCooling ? 'cooling' : 'therm'}_setpoint`;
    const state = {
      id: room.id,
      [`${setpoint}_mode`]: mode,
      [`${setpoint}_temperature`]: temperature,
      [`${setpoint}_end_time`]: end,
    };
    return { path: 'setstate', json: { home: { id: home.id, rooms: [state] } } };
  }
  return {
    path: 'setroomthermpoint',
    form: { home_id: home.id, room_id: room.id, mode, temp: temperature, endtime: end },
  };
}

/** Returns the command that sets the mode of a home; only modes that leave the schedule have an end. */
export function setMode(
  home: Home,
  { mode, until }: { mode: string; until?: string | undefined },
): Command {
  const end = toEnd(until);
  if (end !== undefined && mode === 'schedule') throw new Rejected('The schedule has no end.');
  return {
    path: 'setthermmode',
    form: { home_id: home.id, mode, endtime: end },
  };
}

export function selectSchedule({ id, schedules }: Home, name: string): Command {
  const schedule = schedules.find((one) => one.name === name);
  if (!schedule) throw new Rejected('The home has no schedule of this name.');
  return { path: 'switchhomeschedule', form: { home_id: id, schedule_id: schedule.id } };
}

function toEnd(until: string | undefined): number | undefined {
  if (until === undefined) return undefined;
  const end = Math.floor(Date.parse(until) / 1000);
  if (!(end > Date.now() / 1000)) throw new Rejected('The end is not in the future.');
  return end;
}
