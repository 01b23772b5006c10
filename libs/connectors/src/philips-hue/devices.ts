import { combineParts, identify, oneLine, type Device } from '@trellis/connector-sdk';
import { z } from 'zod';
import { groupDevice, isGroup } from './groups.js';
import { OwnedServices, serviceIds } from './owned-services.js';
import { metadata, type Resource, type Update } from './resource.js';
import { Scenes } from './scenes.js';
import { abilitiesOf } from './services.js';

const text = z.string().optional();

const device = z.looseObject({
  metadata: metadata.default({ name: undefined }),
  product_data: z
    .looseObject({ product_name: text, manufacturer_name: text })
    .catch({})
    .default({}),
});

/**
 * Returns the devices of a bridge, its rooms, zones and motion areas. Their handles are the types of their resources.
 */
export function devicesOf(resources: Resource[]): Device<Update>[] {
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  return devicesAmong(resources, { byId, scenes: new Scenes(resources) });
}

/** Returns the devices and groups among some resources of a bridge. */
export function devicesAmong(
  owners: Resource[],
  { byId, scenes }: { byId: ReadonlyMap<string, Resource>; scenes: Scenes },
): Device<Update>[] {
  const owned = new OwnedServices(byId);
  return owners.flatMap((owner) => {
    if (owner.type === 'device') return toDevice(owner, owned.of(owner));
    if (!isGroup(owner)) return [];
    return groupDevice(owner, { services: owned.of(owner), scenes: scenes.of(owner.id) });
  });
}

function toDevice(resource: Resource, services: Resource[]): Device<Update>[] {
  const { data } = device.safeParse(resource);
  if (!data || serviceIds(resource).length === 0) return [];
  const { id, type } = resource;
  const { product_name, manufacturer_name } = data.product_data;
  const connection = services.find((service) => service.type === 'zigbee_connectivity');
  return [
    {
      id,
      title: data.metadata.name ?? oneLine(product_name) ?? 'Device',
      description: oneLine([manufacturer_name, product_name].join(' ')) ?? 'Device',
      abilities: [
        ...combineParts(
          services.map((service) => ({
            abilities: abilitiesOf(service),
            number: metadata.parse(service.metadata).control_id,
          })),
        ),
        identify(() => ({ type, id, body: { identify: { action: 'identify' } } })),
      ],
      available: connection === undefined || connection.status === 'connected',
      handle: type,
    },
  ];
}
