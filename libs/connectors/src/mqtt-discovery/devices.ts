import { createHash } from 'node:crypto';
import type { Component } from './discovery.js';
import { asTexts } from './settings.js';

/** Components that belong together; a component without a device is a device of its own. */
export interface Device {
  /** Stable: made of the identifier that comes first in the alphabet. At most 512 characters. */
  id: string;
  /** The identifiers that its components name, without the connections. */
  identifiers: string[];
  /** In the order of their ids. */
  components: Component[];
}

/** How many identifiers, and how many connections, of one component or device are looked at. */
const mostKeys = 20;

const identifier = 'device:';
const connection = 'connection:';

/**
 * Groups components by device. As in Home Assistant, two components are of the same device when
 * they have an identifier or a connection (such as a MAC address) in common.
 */
export function groupByDevice(components: Component[]): Device[] {
  const groups = new Groups();
  for (const component of components) groups.join(keysOf(component));

  const devices = new Map<string, { keys: Set<string>; components: Component[] }>();
  for (const component of components) {
    const keys = keysOf(component);
    const name = groups.of(keys[0] ?? component.id);
    const device = devices.get(name) ?? { keys: new Set(), components: [] };
    devices.set(name, device);
    device.components.push(component);
    for (const key of keys) device.keys.add(key);
  }
  return [...devices.values()].map(toDevice).sort((a, b) => compare(a.id, b.id));
}

function toDevice(group: { keys: Set<string>; components: Component[] }): Device {
  const keys = [...group.keys].sort(compare);
  const identifiers = keys.filter((key) => key.startsWith(identifier));
  return {
    id: bounded(identifiers[0] ?? keys[0] ?? ''),
    identifiers: identifiers.slice(0, mostKeys).map((key) => key.slice(identifier.length)),
    components: group.components.sort((a, b) => compare(a.id, b.id)),
  };
}

/** What a component has in common with the others of its device; at least one. */
function keysOf({ id, settings }: Component): string[] {
  const device = settings.object('device');
  const connections = device?.raw('connections');
  const keys = [
    ...(device?.texts('identifiers', mostKeys) ?? []).map((text) => identifier + text),
    ...(Array.isArray(connections) ? connections.slice(0, mostKeys) : [])
      .map((pair) => asTexts(pair, 2).join(':'))
      .filter((text) => text.includes(':'))
      .map((text) => connection + text),
  ].filter((key) => !key.endsWith(':'));
  return keys.length > 0 ? keys : [`component:${id}`];
}

/** Sets of keys that are joined when they have a key in common (a union-find structure). */
class Groups {
  readonly #parents = new Map<string, string>();

  /** The key that stands for the set of a key. */
  of(key: string): string {
    const way: string[] = [];
    let root = key;
    for (let next = this.#parents.get(root); next !== undefined; next = this.#parents.get(root)) {
      way.push(root);
      root = next;
    }
    // Next time the way is short, from wherever it begins.
    for (const passed of way) this.#parents.set(passed, root);
    return root;
  }

  join([first, ...rest]: string[]): void {
    if (first === undefined) return;
    for (const key of rest) {
      const [a, b] = [this.of(first), this.of(key)];
      if (a !== b) this.#parents.set(b, a);
    }
  }
}

/** An id that is not too long; the beginning of a longer one, with a hash of the whole. */
function bounded(id: string): string {
  if (id.length <= 512) return id;
  return `${id.slice(0, 400).toWellFormed()}#${hash(id, 32)}`;
}

/** The first hexadecimal digits of a hash. */
export function hash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
