import type { Component } from './component-kind.js';
import type { SharedBudget } from '@trellis/connector-sdk';
import { toTexts, createPollBudget, Templates } from './settings.js';
import { createHash } from 'node:crypto';

/** The components of one device; a component that names no device is a device of its own. */
export interface ComponentGroup {
  /** Stable: the first identifier in sort order. At most 512 characters. */
  id: string;
  /** The identifiers of the components, without the connections. */
  identifiers: string[];
  /** The connections of the components, with their types, such as `mac:aabbccddeeff`. */
  connections: string[];
  /** Sorted by id, with numbers in numerical order. */
  components: Component[];
  leftOut: number;
  templates: Templates;
}

/** The most identifiers, and the most connections, that are read from one component or device. */
const maxKeys = 20;

/** The most components of one device; the rest is left out. */
const maxComponents = 500;

const maxIdLength = 512;

const identifierPrefix = 'device:';
const connectionPrefix = 'connection:';

/** Groups components by device: as in Home Assistant, by a common identifier or connection (such as a MAC address). */
export function groupByDevice(components: Component[], effort?: SharedBudget): ComponentGroup[] {
  const sets = new DisjointSets();
  for (const component of components) sets.union(keysOf(component));

  const groups = new Map<string, { keys: Set<string>; components: Component[] }>();
  for (const component of components) {
    const keys = keysOf(component);
    const representative = sets.find(keys[0] ?? component.id);
    const group = groups.get(representative) ?? { keys: new Set(), components: [] };
    groups.set(representative, group);
    group.components.push(component);
    for (const key of keys) group.keys.add(key);
  }
  const budget = createPollBudget(effort);
  return [...groups.values()]
    .map((group) => toGroup(group, new Templates(budget)))
    .sort((a, b) => compare(a.id, b.id));
}

function toGroup(
  group: { keys: Set<string>; components: Component[] },
  templates: Templates,
): ComponentGroup {
  const keys = [...group.keys].sort(compare);
  const identifiers = keys.filter((key) => key.startsWith(identifierPrefix));
  const connections = keys.filter((key) => key.startsWith(connectionPrefix));
  return {
    id: bounded(identifiers[0] ?? keys[0] ?? ''),
    identifiers: identifiers.slice(0, maxKeys).map((key) => key.slice(identifierPrefix.length)),
    connections: connections.slice(0, maxKeys).map((key) => key.slice(connectionPrefix.length)),
    components: group.components
      .sort((a, b) => compareNumerically(a.id, b.id))
      .slice(0, maxComponents)
      .map((component) => ({ ...component, settings: component.settings.sharing(templates) })),
    leftOut: Math.max(0, group.components.length - maxComponents),
    templates,
  };
}

/** Returns the same group with a fresh budget for templates, such as for each message. */
export function withFreshTemplates(group: ComponentGroup): ComponentGroup {
  const templates = new Templates();
  const components = group.components.map(({ kind, id, key, settings }) => ({
    kind,
    id,
    key,
    settings: settings.sharing(templates),
  }));
  return Object.assign({}, group, { components, templates });
}

/** Returns the keys that a component shares with the others of its device; at least one. */
function keysOf({ id, settings }: Component): string[] {
  const device = settings.object('device');
  const connections = device?.raw('connections');
  const keys = [
    ...(device?.texts('identifiers', maxKeys) ?? []).map((text) => identifierPrefix + text),
    ...(Array.isArray(connections) ? connections.slice(0, maxKeys) : [])
      .map((pair) => toTexts(pair, 2).join(':'))
      .filter((text) => text.includes(':'))
      .map((text) => connectionPrefix + text),
  ].filter((key) => !key.endsWith(':'));
  return keys.length > 0 ? keys : [`component:${id}`];
}

/** Returns an id that is not too long: the beginning of a longer one, with a digest. */
function bounded(id: string): string {
  if (id.length <= maxIdLength) return id;
  return `${id.slice(0, 400).toWellFormed()}#${digest(id, 32)}`;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const numerical = new Intl.Collator('en', { numeric: true });

const compareNumerically = (a: string, b: string): number =>
  numerical.compare(a, b) || compare(a, b);

/** Disjoint sets of keys (union-find). */
class DisjointSets {
  readonly #parents = new Map<string, string>();

  /** Returns the key that represents the set of a key. */
  find(key: string): string {
    const path: string[] = [];
    let root = key;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) {
      path.push(root);
      root = next;
    }
    // Path compression: the next search for any of them takes one step.
    for (const passed of path) this.#parents.set(passed, root);
    return root;
  }

  union([first, ...rest]: string[]): void {
    if (first === undefined) return;
    for (const key of rest) {
      const [a, b] = [this.find(first), this.find(key)];
      if (a !== b) this.#parents.set(b, a);
    }
  }
}

/** Returns the first hexadecimal digits of the SHA-256 digest of a text. */
export const digest = (text: string, digits: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, digits);
