import {
  combineParts,
  identify,
  macIdentifier,
  oneLine,
  withKeys,
  type Device,
  type Identifier,
  type Room,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import {
  metadata,
  type Resource,
  type Update,
  oneLineOrNone,
  pointer,
  pointers,
} from './resource.js';
import { Scenes, sceneAbilities, type Scene } from './scenes.js';
import { abilitiesOf } from './services.js';

const text = z.string().optional();

const device = z.looseObject({
  metadata: metadata.default({ name: undefined }),
  product_data: z
    .looseObject({ product_name: text, manufacturer_name: text })
    .catch({})
    .default({}),
});

/** Returns the devices of a bridge, its rooms, zones and motion areas; handles are the types of resources. */
export function devicesOf(resources: Resource[]): Device<Update>[] {
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  return devicesAmong(resources, { byId, scenes: new Scenes(resources) });
}

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
      identifiers: identifiersOf(id, services),
      title: data.metadata.name ?? oneLine(product_name) ?? 'Device',
      description: oneLine([manufacturer_name, product_name].join(' ')) ?? 'Device',
      abilities: [
        ...combineParts(
          services.map((service) => ({
            abilities: withKeys(service.id, abilitiesOf(service)),
            number: metadata.parse(service.metadata).control_id,
          })),
        ),
        identify(() => ({ type, id, body: { identify: { action: 'identify' } } })),
      ],
      available: connection && connection.status === 'connected',
      handle: type,
    },
  ];
}

const zigbee = z.object({ mac_address: z.string() });

/** Another bridge gives a lamp another id. */
function identifiersOf(id: string, services: Resource[]): Identifier[] {
  const addresses = services.flatMap((service) => {
    const { data } = zigbee.safeParse(service);
    return (data && macIdentifier(data.mac_address)) ?? [];
  });
  return [{ type: 'id', value: id }, ...addresses];
}

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

const descriptions = new Map([
  ['room', 'All lamps and sensors of a room'],
  ['zone', 'All lamps and sensors of a zone'],
  ['motion_area_configuration', 'An area in which lamps detect motion'],
]);

export const isGroup = ({ type }: Resource): boolean => descriptions.has(type);

/** Returns the device of a group: it is switched as one and has scenes, or the combined measurements of its sensors. */
function groupDevice(resource: Resource, { services, scenes }: Belongings): Device<Update>[] {
  const { id, type } = resource;
  const { data } = group.safeParse(resource);
  const abilities = combineParts(
    services.map((one) => ({ abilities: withKeys(one.id, abilitiesOf(one)) })),
  );
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

/** The most services of one device, against faulty or hostile bridges. */
const maxServicesPerDevice = 500;

/** The most owners of a service, which normally has one; a hostile bridge could name a large one in all devices. */
const maxOwnersPerService = 10;

const serviceIds = ({ services }: Resource): string[] => {
  const listed = Array.isArray(services) ? services.slice(0, maxServicesPerDevice) : [];
  return [...new Set(pointers.parse(listed).map(({ rid }) => rid))];
};

/** Finds the services of devices and groups, a bounded number for each. */
class OwnedServices {
  readonly #resources: ReadonlyMap<string, Resource>;
  readonly #owners = new Map<string, number>();

  constructor(resources: ReadonlyMap<string, Resource>) {
    this.#resources = resources;
  }

  of(owner: Resource): Resource[] {
    return serviceIds(owner).flatMap((id) => this.#take(id) ?? []);
  }

  #take(id: string): Resource | undefined {
    const owners = (this.#owners.get(id) ?? 0) + 1;
    this.#owners.set(id, owners);
    return owners > maxOwnersPerService ? undefined : this.#resources.get(id);
  }
}
