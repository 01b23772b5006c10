import { combineParts, identify, oneLine, type Device } from '@trellis/connector-sdk';
import { z } from 'zod';
import { groupDevice, isGroup } from './groups.js';
import { metadata, pointers, type Resource, type Update } from './resource.js';
import { isScene } from './scenes.js';
import { abilitiesOf } from './services.js';

const text = z.string().optional();

const device = z.looseObject({
  metadata: metadata.default({ name: undefined }),
  product_data: z
    .looseObject({ product_name: text, manufacturer_name: text })
    .catch({})
    .default({}),
  services: pointers.default([]),
});

/** The devices of a bridge, its rooms, zones and motion areas. Their handles are the types of their resources. */
export function devicesOf(resources: Resource[]): Device<Update>[] {
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const scenes = resources.filter(isScene);
  return resources.flatMap((resource) => {
    if (resource.type === 'device') return toDevice(resource, byId);
    return isGroup(resource) ? groupDevice(resource, { byId, scenes }) : [];
  });
}

function toDevice(resource: Resource, byId: Map<string, Resource>): Device<Update>[] {
  const { data } = device.safeParse(resource);
  if (!data || data.services.length === 0) return [];
  const { id, type } = resource;
  const { product_name, manufacturer_name } = data.product_data;
  const services = data.services.flatMap(({ rid }) => byId.get(rid) ?? []);
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
