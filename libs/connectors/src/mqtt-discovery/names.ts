import type { Abilities } from './ability.js';
import { hash } from './devices.js';
import type { Component } from './discovery.js';

/** A component with what it shows and does. */
export interface AbleComponent {
  component: Component;
  abilities: Abilities;
}

/** Names are at most this long (characters). */
const longest = 100;

/** How often colliding names are made longer; a longer one can collide with one that was not. */
const mostRounds = 8;

/** The name of an ability within its thing: that of its component, and its own behind it. */
export function abilityName(componentName: string, suffix: string): string {
  return suffix === '' ? componentName : `${componentName}_${suffix}`;
}

/**
 * Names each component of a device. A name depends on the component alone, so that it stays when
 * others come or go: its key, without the identifiers of the device that some put before it. Only
 * where two would share the name of a property or an action do both get longer ones: with their
 * kind (`sensor_battery`, `binary_sensor_battery`), and if need be with a hash of their ids.
 */
export function nameComponents(
  all: AbleComponent[],
  identifiers: string[],
): Map<AbleComponent, string> {
  const candidates = new Map(all.map((each) => [each, candidatesFor(each.component, identifiers)]));
  const chosen = new Map(all.map((each) => [each, 0]));
  const nameOf = (each: AbleComponent) => candidates.get(each)?.[chosen.get(each) ?? 0] ?? '';
  for (let round = 0; round < mostRounds; round += 1) {
    const lengthened = colliding(all, nameOf).filter((each) => (chosen.get(each) ?? 0) < 2);
    if (lengthened.length === 0) break;
    for (const each of lengthened) chosen.set(each, (chosen.get(each) ?? 0) + 1);
  }
  return new Map(all.map((each) => [each, nameOf(each)]));
}

function candidatesFor({ kind, key, id }: Component, identifiers: string[]): string[] {
  const short = slug(withoutIdentifier(key, identifiers)) || slug(kind);
  const withKind = `${slug(kind)}_${short}`;
  return [short, withKind, `${withKind}_${hash(id, 8)}`];
}

function colliding(all: AbleComponent[], nameOf: (each: AbleComponent) => string) {
  const owners = new Map<string, AbleComponent[]>();
  for (const each of all) {
    for (const name of takenBy(each, nameOf(each))) {
      const sharing = owners.get(name);
      if (sharing) sharing.push(each);
      else owners.set(name, [each]);
    }
  }
  return [...new Set([...owners.values()].filter(({ length }) => length > 1).flat())];
}

/** Properties and actions are named apart from each other. */
function takenBy({ abilities: { properties = [], actions = [] } }: AbleComponent, name: string) {
  return [
    ...properties.map(({ suffix }) => `property ${abilityName(name, suffix)}`),
    ...actions.map(({ suffix }) => `action ${abilityName(name, suffix)}`),
  ];
}

/** Tasmota and others put the device before the name of a component: `AABBCC_Temperature`. */
function withoutIdentifier(key: string, identifiers: string[]): string {
  const prefix = identifiers
    .filter((text) => text !== '' && key.toLowerCase().startsWith(text.toLowerCase()))
    .sort((a, b) => b.length - a.length)[0];
  const rest = key.slice(prefix?.length ?? 0);
  return /^[\W_]/.test(rest) ? rest : key;
}

/** Small letters, digits and underscores. */
function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([\p{Ll}\d])(?=\p{Lu}\p{Ll})/gu, '$1_')
    .toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, longest)
    .replace(/^_+|_+$/g, '');
}
