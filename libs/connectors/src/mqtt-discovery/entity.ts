import type { ActionAffordance, Entity, PropertyAffordance } from '@trellis/connector-sdk';
import type { ActionAbility, PropertyAbility } from './ability.js';
import { availabilityOf, type Availability } from './availability.js';
import { kinds } from './components/kinds.js';
import type { Device } from './devices.js';
import type { Component } from './discovery.js';
import { abilityName, nameComponents } from './names.js';
import type { Payloads } from './payload.js';
import type { Settings } from './settings.js';

/** A device with its abilities by name: everything that is known before its values are. */
export interface Model {
  id: string;
  title: string;
  description: string | undefined;
  properties: Map<string, PropertyAbility>;
  actions: Map<string, ActionAbility>;
  availability: Availability[];
  /** Where its values and its availability are. */
  topics: Set<string>;
}

/** Puts a device together; undefined when none of its components is of a kind that is known. */
export function modelOf({ id, identifiers, components }: Device): Model | undefined {
  const able = components.flatMap((component) => {
    const abilities = kinds.get(component.kind)?.(component.settings);
    return abilities ? [{ component, abilities }] : [];
  });
  const properties = new Map<string, PropertyAbility>();
  const actions = new Map<string, ActionAbility>();
  for (const [{ component, abilities }, name] of nameComponents(able, identifiers)) {
    const title = titleOf(component, name);
    for (const each of abilities.properties ?? []) {
      properties.set(abilityName(name, each.suffix), titled(each, title));
    }
    for (const each of abilities.actions ?? []) {
      actions.set(abilityName(name, each.suffix), titled(each, title));
    }
  }
  if (properties.size === 0 && actions.size === 0) return undefined;
  const availability = components.map(({ settings }) => availabilityOf(settings));
  const readings = [...properties.values()].map(({ reading }) => reading?.topic);
  return {
    id,
    ...describe(components, id),
    properties,
    actions,
    availability,
    topics: new Set([...readings, ...availability.flatMap(({ topics }) => topics)].filter(isText)),
  };
}

/** The device as it is now. */
export function entityOf(model: Model, payloads: Payloads): Entity {
  const values = [...model.properties].flatMap(([name, { reading }]) => {
    const payload = reading && payloads.get(reading.topic);
    const value = payload && reading.value(payload);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    id: model.id,
    title: model.title,
    ...(model.description ? { description: model.description } : {}),
    properties: affordances<PropertyAffordance>(model.properties),
    ...(model.actions.size > 0 ? { actions: affordances<ActionAffordance>(model.actions) } : {}),
    values: Object.fromEntries(values),
    available: isAvailable(model.availability, payloads),
  };
}

/** A device is away when all of its components that say anything of it say so. */
function isAvailable(availability: Availability[], payloads: Payloads): boolean {
  const said = availability.map(({ read }) => read(payloads)).filter((each) => each !== undefined);
  return said.length === 0 || said.includes(true);
}

function affordances<Affordance>(
  abilities: Map<string, { affordance: Affordance }>,
): Record<string, Affordance> {
  return Object.fromEntries([...abilities].map(([name, { affordance }]) => [name, affordance]));
}

/** The component's own name; many have none, and rely on the device's. */
function titleOf({ settings }: Component, name: string): string {
  return plain(settings.text('name')) ?? capital(name.replaceAll('_', ' '));
}

/** An ability with its component's title before its own. */
function titled<Ability extends { affordance: { title?: string | undefined } }>(
  ability: Ability,
  component: string,
): Ability {
  const { title } = ability.affordance;
  const whole = title ? `${component}: ${title}` : component;
  return { ...ability, affordance: { ...ability.affordance, title: whole } };
}

/** The title of a device, and what it is: its maker and model. */
function describe(components: Component[], id: string) {
  const devices = components.map(({ settings }) => settings.object('device')).filter(isPresent);
  const find = (option: string) => devices.map((device) => device.text(option)).find(isText);
  const alone = components.length === 1 ? components[0]?.settings.text('name') : undefined;
  const description = [find('manufacturer'), find('model')].filter(isText).join(' ');
  return {
    title: plain(find('name') ?? alone) ?? plain(id.replace(/^\w+:/, '')) ?? 'Device',
    description: plain(description),
  };
}

/** A text of 1 to 200 characters without control characters; undefined when nothing is left. */
function plain(text: string | undefined): string | undefined {
  const short = text
    ?.replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200)
    .toWellFormed();
  return short || undefined;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isText(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

function isPresent(settings: Settings | undefined): settings is Settings {
  return settings !== undefined;
}
