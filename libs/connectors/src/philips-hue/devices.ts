import { affordances, oneLine, type Entity, type Place } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Ability } from './ability.js';
import type { Resource, Update } from './bridge.js';
import { lightAbilities } from './light.js';
import { sensorAbilities } from './sensor.js';

/** A thing with how it is acted on. */
export interface Model {
  entity: Entity;
  writes: Map<string, (value: unknown) => Update>;
  actions: Map<string, (input: unknown) => Update | undefined>;
}

const pointer = z.looseObject({ rid: z.string(), rtype: z.string() });
const pointers = z.array(pointer).catch([]);
const metadata = z
  .looseObject({ name: z.string().optional(), control_id: z.number().optional() })
  .catch({});

const device = z.looseObject({
  id: z.string(),
  metadata: metadata.default({}),
  product_data: z
    .looseObject({ product_name: z.string().optional(), manufacturer_name: z.string().optional() })
    .catch({})
    .default({}),
  services: pointers.default([]),
});

const group = z.looseObject({
  id: z.string(),
  metadata: metadata.default({}),
  children: pointers.default([]),
  services: pointers.default([]),
});

const scene = z.looseObject({ id: z.string(), metadata, group: pointer });

type ById = Map<string, Resource>;

/** The devices of a bridge, its rooms and its zones. */
export function modelsOf(resources: Resource[]): Model[] {
  const byId: ById = new Map(resources.map((resource) => [resource.id, resource]));
  return resources.flatMap((resource) => {
    if (resource.type === 'device') return deviceModel(resource, byId);
    if (resource.type === 'room' || resource.type === 'zone') {
      return groupModel(resource, byId, resources);
    }
    return [];
  });
}

function deviceModel(resource: Resource, byId: ById): Model[] {
  const { data } = device.safeParse(resource);
  if (!data || data.services.length === 0) return [];
  const services = data.services.flatMap(({ rid }) => byId.get(rid) ?? []);
  const abilities = numbered(services).flatMap(({ service, suffix }) =>
    abilitiesOf(service).map((ability) => ({ ...ability, name: `${ability.name}${suffix}` })),
  );
  const connection = services.find(({ type }) => type === 'zigbee_connectivity');
  const identify: Update = {
    type: 'device',
    id: data.id,
    body: { identify: { action: 'identify' } },
  };
  return [
    model(
      {
        id: data.id,
        title: oneLine(data.metadata.name) ?? oneLine(data.product_data.product_name) ?? 'Device',
        description:
          oneLine(
            [data.product_data.manufacturer_name, data.product_data.product_name].join(' '),
          ) ?? 'Device',
        actions: { identify: affordances.command('Blink, so that a person can find it') },
        available: connection === undefined || connection.status === 'connected',
      },
      abilities,
      new Map([['identify', () => identify]]),
    ),
  ];
}

function abilitiesOf(service: Resource): Ability[] {
  if (service.type === 'light' || service.type === 'grouped_light') return lightAbilities(service);
  return Object.hasOwn(sensorAbilities, service.type)
    ? sensorAbilities[service.type]!(service)
    : [];
}

/** Where a device has several services of a kind, such as buttons, each has its number. */
function numbered(services: Resource[]): { service: Resource; suffix: string }[] {
  return services.map((service) => {
    const alike = services.filter(({ type }) => type === service.type);
    if (alike.length === 1 && service.type !== 'button') return { service, suffix: '' };
    const number = metadata.parse(service.metadata).control_id ?? alike.indexOf(service) + 1;
    return { service, suffix: `_${number}` };
  });
}

/** A room or a zone with lamps can be switched as one, and brought into one of its scenes. */
function groupModel(resource: Resource, byId: ById, resources: Resource[]): Model[] {
  const { data } = group.safeParse(resource);
  const lights = data?.services.find(({ rtype }) => rtype === 'grouped_light');
  const service = lights && byId.get(lights.rid);
  if (!data || !service) return [];
  const scenes = new Map(
    resources
      .filter(({ type }) => type === 'scene')
      .flatMap((given) => scene.safeParse(given).data ?? [])
      .filter(({ group }) => group.rid === data.id)
      .map(({ id, metadata }) => [oneLine(metadata.name) ?? id, id]),
  );
  const recall = {
    title: 'Bring into a scene',
    input: { type: 'string' as const, enum: [...scenes.keys()] },
    idempotent: true,
  };
  return [
    model(
      {
        id: data.id,
        title: oneLine(data.metadata.name) ?? resource.type,
        description: `All lamps of a ${resource.type}`,
        ...(scenes.size > 0 && { actions: { recall_scene: recall } }),
      },
      abilitiesOf(service),
      new Map([['recall_scene', (input) => recallOf(scenes.get(String(input)))]]),
    ),
  ];
}

const recallOf = (id: string | undefined): Update | undefined =>
  id === undefined ? undefined : { type: 'scene', id, body: { recall: { action: 'active' } } };

function model(
  entity: Omit<Entity, 'properties' | 'values'>,
  abilities: Ability[],
  actions: Model['actions'],
): Model {
  return {
    entity: {
      ...entity,
      properties: Object.fromEntries(abilities.map(({ name, affordance }) => [name, affordance])),
      values: Object.fromEntries(
        abilities.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
      ),
    },
    writes: new Map(abilities.flatMap(({ name, write }) => (write ? [[name, write]] : []))),
    actions,
  };
}

/** Rooms hold devices; zones hold lamps, which belong to devices. */
export function placesOf(resources: Resource[], models: Model[]): Place[] {
  const known = new Set(models.map(({ entity }) => entity.id));
  const ownerOf = new Map(
    resources.map(({ id, owner }) => [id, pointer.safeParse(owner).data?.rid]),
  );
  return resources
    .filter(({ type }) => type === 'room' || type === 'zone')
    .flatMap((resource) => {
      const { data } = group.safeParse(resource);
      if (!data) return [];
      const members = data.children.map(({ rid, rtype }) =>
        rtype === 'device' ? rid : (ownerOf.get(rid) ?? rid),
      );
      const entities = [...new Set([data.id, ...members])].filter((id) => known.has(id));
      return [
        { id: data.id, name: oneLine(data.metadata.name) ?? 'Room', type: resource.type, entities },
      ];
    });
}
