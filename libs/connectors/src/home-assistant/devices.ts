import {
  type Ability,
  combineParts,
  type Device,
  groupBy,
  type Identifier,
  macIdentifier,
  kindOf,
  oneLine,
  roleOf,
  type Part,
  DeviceUnavailable,
  withKeys,
  withTitle,
  type Room,
} from '@trellis/connector-sdk';
import { domainOf, isAvailable, type ServiceCall } from './domains/domain.js';
import type { Entity } from './entities.js';
import type { RegistryDevice, RoomInventory } from './inventory.js';
import { customName, ownLabel, partNumber, partOf, titleOf, uniqueName } from './names.js';

interface LocatedDevice {
  device: Device<ServiceCall>;
  area: string | undefined;
}

/** Limits of one device, against faulty or hostile servers. */
export const maxEntitiesPerDevice = 500;
const maxAbilitiesPerDevice = 500;

/** Creates the devices of entities, sorted by id; an entity without a device is one by itself. */
export const toDevices = (entities: Entity[]): LocatedDevice[] =>
  [...groupByDevice(entities)]
    .map(([id, group]) => toDevice(id, group))
    .sort((one, other) => (one.device.id < other.device.id ? -1 : 1));

/** Groups entities by device id: in order, and a bounded number for each. */
export function groupByDevice(entities: Entity[]): Map<string, Entity[]> {
  const groups = groupBy(entities, (entity) => entity.device?.id ?? stableId(entity));
  return new Map(
    [...groups].map(([id, group]) => [id, inOrder(group).slice(0, maxEntitiesPerDevice)]),
  );
}

/** Returns an id that stays the same when users rename the entity. */
const stableId = ({ entry, state }: Entity): string => entry?.id ?? state.entity_id;

/**
 * Sorts entities, for limits and numbering: primary ones first, and controls before sensors, such as the temperature of a
 * thermostat before that of a sensor.
 */
function inOrder(entities: Entity[]): Entity[] {
  const isSensor = ({ state }: Entity) =>
    ['sensor', 'binary_sensor'].includes(domainOf(state.entity_id));
  const key = (entity: Entity) =>
    `${isPrimary(entity) ? 0 : 1} ${isSensor(entity) ? 1 : 0} ${stableId(entity)}`;
  return entities.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

const isPrimary = ({ abilities }: Entity): boolean =>
  abilities.some((ability) => roleOf(ability) === 'primary');

/** Returns whether a device is reachable: diagnostics and settings often are while it is not. */
function isReachable(entities: Entity[]): boolean {
  const primary = entities.filter(isPrimary);
  const decisive = primary.length > 0 ? primary : entities;
  return decisive.some(({ state }) => isAvailable(state));
}

function toDevice(id: string, entities: Entity[]): LocatedDevice {
  const main = entities.find((entity) => partOf(entity) === '') ?? entities[0]!;
  const description = main.device && descriptionOf(main.device);
  const areas = entities.map(({ entry }) => entry?.area_id);
  return {
    device: {
      id,
      identifiers: main.device && identifiersOf(main.device),
      parts: entities.flatMap(({ entry }) => entry?.id ?? []),
      title: deviceTitle(main),
      description,
      abilities: combineParts(toParts(entities)).slice(0, maxAbilitiesPerDevice),
      available: isReachable(entities),
    },
    area: main.device?.area_id ?? areas.find(Boolean) ?? undefined,
  };
}

/** Creates the parts of a device. Names without a capability must not depend on which other entities exist. */
function toParts(entities: Entity[]): Part<ServiceCall>[] {
  const counts = new Map<string, number>();
  const keyOf = (entity: Entity, ability: Ability) =>
    `${kindOf(ability)} ${customName(entity, ability)}`;
  for (const entity of entities) {
    for (const ability of entity.abilities) {
      if (ability.capability) continue;
      const key = keyOf(entity, ability);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const nameOf = (entity: Entity, ability: Ability) => {
    if (ability.capability) return ability.name;
    const isUnique = counts.get(keyOf(entity, ability)) === 1;
    return (isUnique ? customName : uniqueName)(entity, ability);
  };
  return entities.map((entity) => ({
    number: partNumber(entity),
    label: () => ownLabel(entity),
    abilities: withKeys(stableId(entity), entity.abilities).map((ability) => ({
      ...withTitle(
        isAvailable(entity.state) ? ability : unreachable(ability),
        titleOf(entity, ability),
      ),
      name: nameOf(entity, ability),
    })),
  }));
}

/** Makes an ability fail: Home Assistant accepts calls for an unreachable entity, and does nothing. */
function unreachable(ability: Ability<ServiceCall>): Ability<ServiceCall> {
  const fail = () => {
    throw new DeviceUnavailable('Home Assistant cannot reach the device.');
  };
  if ('action' in ability) return { ...ability, invoke: fail };
  return 'property' in ability && ability.write ? { ...ability, write: fail } : ability;
}

function deviceTitle({ device, entry, state }: Entity): string {
  const { friendly_name } = state.attributes;
  const names = device
    ? [device.name_by_user, device.name, friendly_name]
    : [entry?.name, friendly_name];
  return names.map((name) => oneLine(name)).find((name) => name !== undefined) ?? state.entity_id;
}

function identifiersOf(device: RegistryDevice): Identifier[] {
  const { id, identifiers, connections, serial_number: serial } = device;
  const named: [string, string][] = [['id', id], ...identifiers, ...connections];
  return [
    ...named.map(
      ([type, value]) => (type === 'mac' ? macIdentifier(value) : undefined) ?? { type, value },
    ),
    ...(serial ? [{ type: 'serial', value: serial }] : []),
  ];
}

const descriptionOf = ({ manufacturer, model }: RegistryDevice): string | undefined =>
  oneLine([oneLine(manufacturer), oneLine(model)].filter(Boolean).join(' '));

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
