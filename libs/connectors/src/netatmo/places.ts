import type { Entity, Place } from '@trellis/connector-sdk';
import { homeEntity, roomEntity } from './energy.js';
import type { Home } from './homes.js';
import type { StationHome } from './weather.js';

/**
 * Homes and their rooms, with the things in them: those that were found, for a home tells of cameras
 * and of much else too. A station that no home knows stands in the one that it names itself.
 */
export function placesOf(homes: Home[], stations: StationHome[], entities: Entity[]): Place[] {
  const found = new Set(entities.map(({ id }) => id));
  const standing = new Map<string, StationHome[]>();
  for (const station of stations) {
    standing.set(station.id, [...(standing.get(station.id) ?? []), station]);
  }
  const known = new Set(homes.map(({ id }) => id));
  return [
    ...homes.flatMap((home) => placesOfHome(home, standing.get(home.id) ?? [], found)),
    ...[...standing.values()]
      .filter(([first]) => !known.has(first!.id))
      .map((there) => ({
        ...{ id: there[0]!.id, name: there[0]!.name, type: 'home' },
        entities: [...new Set(there.flatMap(({ entities: inside }) => inside))],
      })),
  ];
}

function placesOfHome(home: Home, stations: StationHome[], found: Set<string>): Place[] {
  const rooms = home.rooms
    .map(({ id, name }) => ({
      ...{ id: `${home.id}/${id}`, name, type: 'room', parent: home.id },
      entities: [roomEntity(home.id, id), ...(home.modulesByRoom.get(id) ?? [])].filter((one) =>
        found.has(one),
      ),
    }))
    .filter(({ entities }) => entities.length > 0);
  const inRooms = new Set(rooms.flatMap(({ entities }) => entities));
  const direct = [
    homeEntity(home.id),
    ...home.heaters.map(({ id }) => id),
    ...stations.flatMap(({ entities }) => entities),
  ].filter((one) => found.has(one) && !inRooms.has(one));
  if (rooms.length === 0 && direct.length === 0) return [];
  return [{ id: home.id, name: home.name, type: 'home', entities: [...new Set(direct)] }, ...rooms];
}
