import { oneLine, type Entity, type Place } from '@trellis/connector-sdk';
import type { Abilities, ServiceCall } from './ability.js';
import { domains } from './domains/index.js';
import type { Device, House, Registered, State } from './house.js';

/** A call of a service and the entity that it is about. */
export type Targeted = ServiceCall & { entityId: string };

/** A thing with how it is acted on. */
export interface Model {
  entity: Entity;
  area: string | undefined;
  writes: Map<string, (value: unknown) => Targeted>;
  actions: Map<string, (input: unknown) => Targeted>;
}

/** An entity that is shown, with what the registry says of it. */
interface Shown {
  state: State;
  registered: Registered | undefined;
  abilities: Abilities;
}

/** The devices of a house, and what belongs to no device. */
export function modelsOf(house: House, exclude: string[]): Model[] {
  const registry = new Map(house.entities.map((entity) => [entity.entity_id, entity]));
  const devices = new Map(house.devices.map((device) => [device.id, device]));
  const groups = new Map<string, Shown[]>();
  for (const state of house.states) {
    const registered = registry.get(state.entity_id);
    if (!isShown(state, registered, exclude)) continue;
    const domain = state.entity_id.split('.')[0]!;
    const abilities = domains[domain]!(state);
    if (!abilities.properties?.length && !abilities.actions?.length) continue;
    const device = devices.get(registered?.device_id ?? '');
    if (device?.disabled_by) continue;
    const id = device?.id ?? state.entity_id;
    groups.set(id, [...(groups.get(id) ?? []), { state, registered, abilities }]);
  }
  return [...groups].map(([id, shown]) => modelOf(id, devices.get(id), shown));
}

function isShown(
  { entity_id, attributes }: State,
  registered: Registered | undefined,
  exclude: string[],
): boolean {
  const domain = entity_id.split('.')[0]!;
  if (!Object.hasOwn(domains, domain)) return false;
  if (exclude.includes(domain) || exclude.includes(entity_id)) return false;
  if (registered?.disabled_by || registered?.hidden_by) return false;
  // Settings and signal strengths are for who maintains the device; its battery is for who has it.
  const category = registered?.entity_category;
  return category == null || (category === 'diagnostic' && attributes.device_class === 'battery');
}

function modelOf(id: string, device: Device | undefined, shown: Shown[]): Model {
  const model: Model = {
    entity: {
      id,
      title: titleOf(device, shown[0]!),
      ...(device && { description: describe(device) }),
      properties: {},
      actions: {},
      values: {},
      available: shown.some(({ state }) => state.state !== 'unavailable'),
    },
    area: device?.area_id ?? shown[0]!.registered?.area_id ?? undefined,
    writes: new Map(),
    actions: new Map(),
  };
  for (const one of shown) add(model, one, device !== undefined);
  return model;
}

function add(model: Model, { state, registered, abilities }: Shown, isPart: boolean): void {
  const { entity, writes, actions } = model;
  const entityId = state.entity_id;
  const own = isPart ? slug(registered?.name ?? registered?.original_name) : '';
  for (const { name, affordance, value, write } of abilities.properties ?? []) {
    const property = free(entity.properties, [own, name].filter(Boolean).join('_'), state);
    entity.properties[property] = affordance;
    if (value !== undefined) entity.values[property] = value;
    if (write) writes.set(property, (wanted) => ({ ...write(wanted), entityId }));
  }
  for (const { name, affordance, invoke } of abilities.actions ?? []) {
    const action = free(entity.actions!, [own, name].filter(Boolean).join('_'), state);
    entity.actions![action] = affordance;
    actions.set(action, (input) => ({ ...invoke(input), entityId }));
  }
}

/** A name that is not taken: its own, its kind of device, or the whole id of the entity. */
function free(taken: object, name: string, { entity_id, attributes }: State): string {
  const kind = typeof attributes.device_class === 'string' ? slug(attributes.device_class) : '';
  const wanted = name || kind || 'value';
  if (!Object.hasOwn(taken, wanted)) return wanted;
  return [entity_id.replace('.', '_').slice(0, 200), name].filter(Boolean).join('_').slice(0, 256);
}

const slug = (name: string | null | undefined) =>
  (name ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);

function titleOf(device: Device | undefined, { state }: Shown): string {
  const { friendly_name } = state.attributes;
  const title = device
    ? (device.name_by_user ?? device.name)
    : typeof friendly_name === 'string'
      ? friendly_name
      : state.entity_id;
  return oneLine(title, state.entity_id);
}

const describe = ({ manufacturer, model }: Device) =>
  oneLine([manufacturer, model].join(' '), 'Device');

/** Areas with the things in them, within their floors. */
export function placesOf({ areas, floors }: House, models: Model[]): Place[] {
  const named = (name: string) => oneLine(name, 'Room');
  const known = new Set(floors.map(({ floor_id }) => floor_id));
  return [
    ...floors.map(({ floor_id, name }) => ({
      id: `floor/${floor_id}`.slice(0, 512),
      name: named(name),
      type: 'floor',
      entities: [],
    })),
    ...areas.map(({ area_id, name, floor_id }) => ({
      id: area_id.slice(0, 512) || 'area',
      name: named(name),
      type: 'room',
      ...(floor_id && known.has(floor_id) && { parent: `floor/${floor_id}`.slice(0, 512) }),
      entities: models.filter(({ area }) => area === area_id).map(({ entity }) => entity.id),
    })),
  ];
}
