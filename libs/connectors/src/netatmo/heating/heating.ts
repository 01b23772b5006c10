import type { Device } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Command } from '../api.js';
import { heatedRooms, isHeated, type Home } from '../homes.js';
import { elements, indexById, parseEach } from '../lenient.js';
import { heaterDevice, heaterStatus } from './heater.js';
import { homeDevice } from './home.js';
import { roomDevice, roomStatus } from './room.js';

/** The body of `GET /homestatus`: without rooms and modules when the relay is not connected. */
export const homeStatus = z.looseObject({
  home: z.looseObject({ rooms: elements, modules: elements }),
});

export type HomeStatus = z.infer<typeof homeStatus>;

export const noStatus: HomeStatus = { home: { rooms: [], modules: [] } };

/**
 * Returns the heating of a home, its heated rooms, and its thermostats and valves; empty for a home without heating.
 */
export function heatingDevices(home: Home, { home: status }: HomeStatus): Device<Command>[] {
  if (!isHeated(home)) return [];
  const rooms = indexById(parseEach(status.rooms, roomStatus));
  const heaters = indexById(parseEach(status.modules, heaterStatus));
  return [
    homeDevice(home),
    ...heatedRooms(home).map((room) => roomDevice(home, room, rooms.get(room.id))),
    ...home.heaters.map((heater) => heaterDevice(home, heater, heaters.get(heater.id))),
  ];
}
