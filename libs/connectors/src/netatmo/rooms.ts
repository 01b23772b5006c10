import { groupBy, type Room } from '@trellis/connector-sdk';
import { homeDeviceId } from './heating/heating.js';
import { roomDeviceId } from './heating/room.js';
import type { Home } from './homes.js';
import type { StationHome } from './weather.js';

/** Returns homes and their rooms with the devices found; a station elsewhere is in the home that it names itself. */
export function roomsOf(
  homes: Home[],
  stations: StationHome[],
  devices: readonly { id: string }[],
): Room[] {
  const found = new Set(devices.map(({ id }) => id));
  const stationsByHome = groupBy(stations, ({ id }) => id);
  const known = new Set(homes.map(({ id }) => id));
  return [
    ...homes.flatMap((home) => roomsOfHome(home, stationsByHome.get(home.id) ?? [], found)),
    ...[...stationsByHome]
      .filter(([id]) => !known.has(id))
      .map(([id, inHome]) => ({
        id,
        name: inHome[0]!.name,
        type: 'home',
        devices: [...new Set(inHome.flatMap((station) => station.devices))],
      })),
  ];
}

/** Returns a home and its rooms; a device in a room is not listed in its home. */
function roomsOfHome(home: Home, stations: StationHome[], found: Set<string>): Room[] {
  const rooms = home.rooms
    .map(({ id, name }) => ({
      id: `${home.id}/${id}`,
      name,
      type: 'room',
      parent: home.id,
      devices: [{ id: roomDeviceId(home.id, id) }, ...(home.modulesByRoom.get(id) ?? [])]
        .map((device) => device.id)
        .filter((device) => found.has(device)),
    }))
    .filter(({ devices }) => devices.length > 0);
  const inRooms = new Set(rooms.flatMap(({ devices }) => devices));
  const direct = [
    homeDeviceId(home.id),
    ...home.modules.map(({ id }) => id),
    ...stations.flatMap(({ devices }) => devices),
  ].filter((device) => found.has(device) && !inRooms.has(device));
  if (rooms.length === 0 && direct.length === 0) return [];
  return [{ id: home.id, name: home.name, type: 'home', devices: [...new Set(direct)] }, ...rooms];
}
