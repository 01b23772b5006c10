import { groupBy, oneLine, type Room } from '@trellis/connector-sdk';
import type { LocatedDevice } from './devices.js';
import type { RoomInventory } from './inventory.js';

const maxRooms = 2000;

/** Areas and floors have ids in namespaces of their own. */
const floorRoomId = (floorId: string): string => `floor/${floorId}`;

export function toRooms(
  { areas, floors }: Pick<RoomInventory, 'areas' | 'floors'>,
  devices: LocatedDevice[],
): Room[] {
  const devicesByArea = groupBy(devices, ({ area }) => area);
  const rooms = new Map<string, Room>();
  for (const { floor_id, name } of floors.slice(0, maxRooms)) {
    const id = floorRoomId(floor_id);
    rooms.set(id, { id, name: oneLine(name) ?? floor_id, type: 'floor', devices: [] });
  }
  for (const { area_id: id, name, floor_id } of areas.slice(0, maxRooms)) {
    const parent = floorRoomId(floor_id ?? '');
    rooms.set(id, {
      id,
      name: oneLine(name) ?? id,
      type: 'room',
      parent: rooms.has(parent) ? parent : undefined,
      devices: (devicesByArea.get(id) ?? []).map(({ device }) => device.id),
    });
  }
  return [...rooms.values()];
}
