import type { Entity, EntityReport } from '@trellis/connector-sdk';
import type { HeardEvent } from './reported-event.js';

/** What was heard, with events that have ids. */
export interface Reports extends Omit<EntityReport, 'events'> {
  events?: HeardEvent[];
}

/** The most events of a client that wait to be stored, and what they may carry together (bytes). */
const maxEvents = 1_000;
const maxEventBytes = 256 * 1024;

/**
 * What was heard and is not stored yet: of each device the latest values. However often a device speaks, it
 * takes no more room than once. Events are kept in their order, as many as there is room for.
 */
export class Pending {
  #entities = new Map<string, Entity>();
  #gone = new Set<string>();
  #all: Set<string> | undefined;
  #events: HeardEvent[] = [];
  #eventBytes = 0;

  get isEmpty(): boolean {
    const hasDevices = this.#entities.size > 0 || this.#gone.size > 0 || this.#all !== undefined;
    return !hasDevices && this.#events.length === 0;
  }

  /** Returns the events for which there is no room. */
  add({ entities, gone, all, events = [] }: Reports): HeardEvent[] {
    if (all) this.#all = new Set(all);
    for (const entity of entities) {
      const before = this.#entities.get(entity.id);
      this.#entities.set(entity.id, before ? merge(before, entity) : entity);
      this.#gone.delete(entity.id);
      this.#all?.add(entity.id);
    }
    for (const id of gone) {
      this.#entities.delete(id);
      this.#gone.add(id);
      this.#all?.delete(id);
    }
    return events.filter((event) => !this.#keep(event));
  }

  #keep(event: HeardEvent): boolean {
    const bytes = this.#eventBytes + event.bytes;
    if (this.#events.length === maxEvents || bytes > maxEventBytes) return false;
    this.#events.push(event);
    this.#eventBytes = bytes;
    return true;
  }

  /** Takes everything out. */
  take(): Reports {
    const taken = {
      entities: [...this.#entities.values()],
      gone: [...this.#gone],
      ...(this.#all && { all: [...this.#all] }),
      ...(this.#events.length > 0 && { events: this.#events }),
    };
    this.#events = [];
    this.#eventBytes = 0;
    this.#all = undefined;
    this.#entities = new Map();
    this.#gone = new Set();
    return taken;
  }

  /**
   * Puts back what was taken and could not be stored, before what has been heard since; returns the events for which
   * there is no room any more.
   */
  putBack(taken: Reports): HeardEvent[] {
    const since = this.take();
    return [...this.add(taken), ...this.add(since)];
  }
}

/** An entity as it is after two reports in a row. */
export function merge(before: Entity, after: Entity): Entity {
  if (after.forgotten === undefined) return after;
  const forgotten = after.forgotten;
  const kept = Object.entries(before.values).filter(
    ([name]) => Object.hasOwn(after.properties, name) && !forgotten.includes(name),
  );
  const values = Object.fromEntries([...kept, ...Object.entries(after.values)]);
  const { forgotten: _, ...rest } = after;
  if (before.forgotten === undefined) return { ...rest, values };
  const all = new Set([...before.forgotten, ...forgotten]);
  return {
    ...rest,
    values,
    forgotten: [...all].filter((name) => !Object.hasOwn(values, name)).sort(),
  };
}
