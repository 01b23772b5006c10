import { combineParts, type Device, type Room } from '@trellis/connector-sdk';
import { z } from 'zod';
import {
  metadata,
  oneLineOrNone,
  pointer,
  pointers,
  type Resource,
  type Update,
} from './resource.js';
import { sceneAbilities, type Scene } from './scenes.js';
import { abilitiesOf } from './services.js';

/** A room (of devices), a zone (of lamps), or an area in which lamps detect motion. */
const group = z.looseObject({
  metadata: metadata.default({ name: undefined }),
  name: oneLineOrNone,
  children: pointers.default([]),
});

interface Belongings {
  services: Resource[];
  scenes: Scene[];
}

/** The descriptions of groups, by the types of their resources. */
const descriptions = new Map([
  ['room', 'All lamps and sensors of a room'],
  ['zone', 'All lamps and sensors of a zone'],
  ['motion_area_configuration', 'An area in which lamps detect motion'],
]);

export const isGroup = ({ type }: Resource): boolean => descriptions.has(type);

/**
 * Returns the device of a group. A room or a zone with lamps can be switched as one and has scenes; one with sensors
 * has their combined measurements.
 */
export function groupDevice(
  resource: Resource,
  { services, scenes }: Belongings,
): Device<Update>[] {
  const { id, type } = resource;
  const { data } = group.safeParse(resource);
  const abilities = combineParts(services.map((one) => ({ abilities: abilitiesOf(one) })));
  if (!data || abilities.length === 0) return [];
  return [
    {
      id,
      title: data.metadata.name ?? data.name ?? type,
      description: descriptions.get(type)!,
      abilities: [...abilities, ...sceneAbilities(scenes)],
      handle: type,
    },
  ];
}

/** Returns the rooms and zones of a bridge, with the devices that were found. */
export function roomsOf(resources: Resource[], devices: Device<Update>[]): Room[] {
  const known = new Set(devices.map(({ id }) => id));
  const ownerOf = new Map(
    resources.map(({ id, owner }) => [id, pointer.safeParse(owner).data?.rid]),
  );
  return resources
    .filter(({ type }) => type === 'room' || type === 'zone')
    .flatMap(({ id, type, ...rest }) => {
      const { data } = group.safeParse(rest);
      if (!data) return [];
      const members = data.children.map(({ rid, rtype }) =>
        rtype === 'device' ? rid : (ownerOf.get(rid) ?? rid),
      );
      const inside = [...new Set([id, ...members])].filter((one) => known.has(one));
      return [{ id, name: data.metadata.name ?? 'Room', type, devices: inside }];
    });
}
