import { oneLine, type Entity } from '@trellis/connector-sdk';
import type { ServiceCall } from './ability.js';
import type { Device } from './house.js';
import { fullName, partOf, titleOf, wantedName } from './names.js';
import type { Shown } from './shown.js';

/** A call of a service, and the entity that it is about. */
export interface Targeted extends ServiceCall {
  entityId: string;
}

/** Something that can be asked of a thing. */
export interface Control {
  /** False while Home Assistant cannot reach the entity: it would take a call, and do nothing. */
  isAvailable: boolean;
  call: (value: unknown) => Targeted;
}

/** A thing with how it is acted on, and the area that it is in. */
export interface Model {
  entity: Entity & Required<Pick<Entity, 'actions'>>;
  area: string | undefined;
  writes: Map<string, Control>;
  actions: Map<string, Control>;
}

/** No device has as many properties or actions. */
const mostAbilities = 500;

/** The devices of a house, and what belongs to no device, in the order of their ids. */
export function modelsOf(shown: Shown[]): Model[] {
  const groups = new Map<string, Shown[]>();
  for (const one of shown) {
    const id = one.device?.id ?? one.registered?.id ?? one.state.entity_id;
    const group = groups.get(id);
    if (group) group.push(one);
    else groups.set(id, [one]);
  }
  return [...groups]
    .map(([id, parts]) => modelOf(id, parts))
    .sort((one, other) => (one.entity.id < other.entity.id ? -1 : 1));
}

function modelOf(id: string, entities: Shown[]): Model {
  // First what the device is all about, then its parts.
  const rank = (one: Shown) => (partOf(one) === '' ? 0 : 1);
  const parts = entities.toSorted((one, other) => rank(one) - rank(other));
  const [first] = parts as [Shown];
  const areas = parts.map(({ registered }) => registered?.area_id);
  const description = first.device && describe(first.device);
  const model: Model = {
    entity: {
      id,
      title: nameOf(first),
      ...(description !== undefined && { description }),
      properties: {},
      actions: {},
      values: {},
      available: parts.some(({ state }) => state.state !== 'unavailable'),
    },
    area: first.device?.area_id ?? areas.find((area) => area) ?? undefined,
    writes: new Map(),
    actions: new Map(),
  };
  addProperties(model, parts);
  addActions(model, parts);
  return model;
}

function addProperties({ entity, writes }: Model, parts: Shown[]): void {
  const all = parts.flatMap((shown) =>
    (shown.abilities.properties ?? []).map((ability) => ({ shown, ...ability })),
  );
  for (const [name, { shown, affordance, value, write, ...ability }] of named(all)) {
    const title = titleOf(shown, ability.name, String(affordance.title));
    entity.properties[name] = { ...affordance, title };
    if (value !== undefined) entity.values[name] = value;
    if (write) writes.set(name, controlOf(shown, write));
  }
}

function addActions({ entity, actions }: Model, parts: Shown[]): void {
  const all = parts.flatMap((shown) =>
    (shown.abilities.actions ?? []).map((action) => ({ shown, ...action })),
  );
  for (const [name, { shown, affordance, invoke, ...action }] of named(all)) {
    const title = titleOf(shown, action.name, String(affordance.title));
    entity.actions[name] = { ...affordance, title };
    actions.set(name, controlOf(shown, invoke));
  }
}

const controlOf = ({ state }: Shown, callOf: (value: unknown) => ServiceCall): Control => ({
  isAvailable: state.state !== 'unavailable',
  call: (value) => ({ ...callOf(value), entityId: state.entity_id }),
});

/**
 * Gives each a name of its own. What several would like to be called none is: which entity a name means
 * must not depend on which others there are before it.
 */
function named<Item extends { shown: Shown; name?: string }>(items: Item[]): Map<string, Item> {
  const wanted = items.map(({ shown, name }) => wantedName(shown, name));
  const counts = new Map<string, number>();
  for (const name of wanted) counts.set(name, (counts.get(name) ?? 0) + 1);
  const given = new Map<string, Item>();
  items.slice(0, mostAbilities).forEach((item, index) => {
    const name = wanted[index]!;
    const own = counts.get(name) === 1 ? name : fullName(item.shown, item.name);
    if (!given.has(own)) given.set(own, item);
  });
  return given;
}

function nameOf({ device, registered, state }: Shown): string {
  const { friendly_name } = state.attributes;
  const names = device
    ? [device.name_by_user, device.name, friendly_name]
    : [registered?.name, friendly_name];
  return names.map((name) => oneLine(name)).find((name) => name !== undefined) ?? state.entity_id;
}

const describe = ({ manufacturer, model }: Device): string | undefined =>
  oneLine([oneLine(manufacturer), oneLine(model)].filter(Boolean).join(' '));
