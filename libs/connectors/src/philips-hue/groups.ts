import {
  action,
  Rejected,
  type ActionAbility,
  type Device,
  type Room,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { metadata, pointer, pointers, type Resource, type Update } from './resource.js';
import { abilitiesOf } from './services.js';

/** A room, which contains devices, or a zone, which contains lamps. */
const group = z.looseObject({
  metadata: metadata.default({ name: undefined }),
  children: pointers.default([]),
  services: pointers.default([]),
});

const scene = z.looseObject({ id: z.string(), metadata, group: pointer });

interface Surroundings {
  byId: Map<string, Resource>;
  scenes: Resource[];
}

/** A room or a zone with lamps can be switched as one, and brought into one of its scenes. */
export function groupDevice(resource: Resource, { byId, scenes }: Surroundings): Device<Update>[] {
  const { data } = group.safeParse(resource);
  const lights = data?.services.find(({ rtype }) => rtype === 'grouped_light');
  const service = lights && byId.get(lights.rid);
  if (!data || !service) return [];
  return [
    {
      id: resource.id,
      title: data.metadata.name ?? resource.type,
      description: `All lamps of a ${resource.type}`,
      abilities: [...abilitiesOf(service), ...recallScene(resource.id, scenes)],
      handle: resource.type,
    },
  ];
}

function recallScene(groupId: string, resources: Resource[]): ActionAbility<Update>[] {
  const scenes = new Map(
    resources
      .flatMap((given) => scene.safeParse(given).data ?? [])
      .filter(({ group }) => group.rid === groupId)
      .map(({ id, metadata }) => [metadata.name ?? id, id]),
  );
  if (scenes.size === 0) return [];
  const affordance = {
    title: 'Recall a scene',
    input: { type: 'string' as const, enum: [...scenes.keys()] },
    idempotent: true,
  };
  return [
    action('recall_scene', affordance, (name: string) => {
      const id = scenes.get(name);
      if (id === undefined) throw new Rejected('There is no scene of this name.');
      return { type: 'scene', id, body: { recall: { action: 'active' } } };
    }),
  ];
}

/** The rooms and zones of a bridge, with the devices that were found. */
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
