import { Unavailable, type Device, type DeviceEvent, type Report } from '@trellis/connector-sdk';
import { groupByDevice, maxEntitiesPerDevice, toDevices } from '../devices.js';
import type { EntityEvent } from '../domains/events.js';
import type { ServiceCall, State, Units } from '../domains/domain.js';
import { selectEntities, type Entity, type EntityFilter } from '../entities.js';
import {
  maxEntries,
  type Registry,
  type RegistryDevice,
  type RegistryEntity,
} from '../inventory.js';
import { EventTimes, type Happened, applyDifference, type Update } from './updates.js';

interface Group {
  device: RegistryDevice | undefined;
  entries: RegistryEntity[];
  entityIds: string[];
}

/**
 * The devices of a Home Assistant while a client listens. Changes of states are reported as they arrive. Only the
 * registries tell which devices exist, and what belongs to them: new and removed entities are reported when those
 * were read.
 */
export class LiveDevices {
  readonly #filter: EntityFilter;
  readonly #maxDevices: number;
  readonly #states = new Map<string, State>();
  readonly #eventTimes = new EventTimes();
  #units: Units = {};
  #groups = new Map<string, Group>();
  #groupOf = new Map<string, string>();
  #reported = new Set<string>();
  #affected = new Set<string>();
  #pendingEvents: Happened[] = [];

  constructor({ filter, maxDevices }: { filter: EntityFilter; maxDevices: number }) {
    this.#filter = filter;
    this.#maxDevices = maxDevices;
  }

  begin({ added }: Update): void {
    this.#states.clear();
    this.#eventTimes.clear();
    for (const state of added) this.#add(state);
  }

  /** Applies changes; returns whether entities were added or removed, so that the registries must be read. */
  change({ added, changed, removed }: Update): boolean {
    for (const state of added) this.#add(state);
    for (const id of removed) {
      this.#states.delete(id);
      this.#eventTimes.forget(id);
    }
    for (const [id, difference] of changed) {
      const before = this.#states.get(id);
      const after = before && applyDifference(before, difference);
      if (!after) continue;
      this.#states.set(id, after);
      const group = this.#groupOf.get(id);
      if (group !== undefined) this.#affected.add(group);
      const happened = this.#eventTimes.change(after, difference);
      if (happened) this.#pendingEvents.push(happened);
    }
    return added.length > 0 || removed.length > 0;
  }

  #add(state: State): void {
    this.#states.set(state.entity_id, state);
    this.#eventTimes.see(state);
    if (this.#states.size > maxEntries)
      throw new Unavailable('Home Assistant has too many entries.', { cause: 'too_much_to_read' });
  }

  /** Applies the registries; returns all devices, and which are gone. */
  register(registry: Registry): Report<ServiceCall> {
    this.#units = registry.units;
    this.#group(registry);
    this.#affected.clear();
    const states = [...this.#states.values()];
    const entities = this.#select({ states, ...registry });
    this.#limitGroups(entities);
    const found = devicesOf(entities);
    const devices = found.slice(0, this.#maxDevices);
    const ids = devices.map(({ id }) => id);
    const before = this.#reported;
    this.#reported = new Set(ids);
    const gone = [...before].filter((id) => !this.#reported.has(id));
    const isComplete = registry.isComplete && devices.length === found.length;
    const events = this.#takeEvents(devices);
    return isComplete ? { devices, gone, events, all: ids } : { devices, gone, events };
  }

  /** Removes and returns the changes: the devices, each as a whole, and the events. */
  take(): { devices: Device<ServiceCall>[]; events: DeviceEvent[] } {
    const devices = [...this.#affected].flatMap((id) => this.find(id) ?? []);
    this.#affected.clear();
    return { devices, events: this.#takeEvents(devices) };
  }

  /** Returns a device as it is; undefined before it was reported. */
  find(id: string): Device<ServiceCall> | undefined {
    const group = this.#groups.get(id);
    if (!group || !this.#reported.has(id)) return undefined;
    const entities = this.#select({
      units: this.#units,
      devices: group.device ? [group.device] : [],
      entities: group.entries,
      states: group.entityIds.flatMap((entityId) => this.#states.get(entityId) ?? []),
    });
    return devicesOf(entities).find((device) => device.id === id);
  }

  #group({ entities, devices }: Registry): void {
    const entries = new Map(entities.map((entry) => [entry.entity_id, entry]));
    const deviceById = new Map(devices.map((device) => [device.id, device]));
    this.#groups = new Map();
    this.#groupOf = new Map();
    for (const entityId of this.#states.keys()) {
      const entry = entries.get(entityId);
      const device = deviceById.get(entry?.device_id ?? '');
      const id = device?.id ?? entry?.id ?? entityId;
      const group = this.#groups.get(id) ?? { device, entries: [], entityIds: [] };
      this.#groups.set(id, group);
      this.#groupOf.set(entityId, id);
      group.entityIds.push(entityId);
      if (entry) group.entries.push(entry);
    }
  }

  /** Limits a device to the entities that it consists of; others retain those that a change may select. */
  #limitGroups(selected: Entity[]): void {
    const isTooLarge = ({ entityIds }: Group) => entityIds.length > maxEntitiesPerDevice;
    if (![...this.#groups.values()].some(isTooLarge)) return;
    const byDevice = groupByDevice(selected);
    for (const [id, group] of this.#groups) {
      if (!isTooLarge(group)) continue;
      const entities = byDevice.get(id) ?? [];
      group.entityIds = entities.map(({ state }) => state.entity_id);
      group.entries = entities.flatMap(({ entry }) => entry ?? []);
    }
  }

  #select(inventory: Omit<Registry, 'isComplete'> & { states: State[] }): Entity[] {
    return selectEntities({ isComplete: true, malformed: 0, ...inventory }, this.#filter);
  }

  #takeEvents(devices: Device<ServiceCall>[]): DeviceEvent[] {
    const byId = new Map(devices.map((device) => [device.id, device]));
    const happened = this.#pendingEvents;
    this.#pendingEvents = [];
    return happened.flatMap(({ entityId, data, at }): DeviceEvent[] => {
      const id = this.#groupOf.get(entityId) ?? '';
      const ability = byId
        .get(id)
        ?.abilities.find((one) => (one as EntityEvent).entityId === entityId);
      return ability ? [{ device: id, name: ability.name, keys: ability.keys, data, at }] : [];
    });
  }
}

const devicesOf = (entities: Entity[]) => toDevices(entities).map(({ device }) => device);
