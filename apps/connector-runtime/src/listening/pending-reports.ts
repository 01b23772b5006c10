import {
  isPlainText,
  type Entity,
  type EntityReport,
  type DeviceEvent,
} from '@trellis/connector-sdk';
import { maxEventDataBytes, type Occurrence } from '@trellis/contracts';
import { v7 as newId } from 'uuid';

/** Reports of a listener, with events that have ids. */
export interface Reports extends Omit<EntityReport, 'events'> {
  events?: ReportedEvent[];
}

/** The most events of a client that wait to be stored, and their total size (bytes). */
const maxEvents = 1_000;
const maxEventBytes = 256 * 1024;

/**
 * Reports that are not stored yet. Of each device only the latest values are retained, so that its memory is bounded
 * however often it reports. Events keep their order, as many as there is room for.
 */
export class PendingReports {
  #entities = new Map<string, Entity>();
  #gone = new Set<string>();
  #all: Set<string> | undefined;
  #events: ReportedEvent[] = [];
  #eventBytes = 0;

  get isEmpty(): boolean {
    const hasDevices = this.#entities.size > 0 || this.#gone.size > 0 || this.#all !== undefined;
    return !hasDevices && this.#events.length === 0;
  }

  /** Adds reports; returns the events for which there is no room. */
  add({ entities, gone, all, events = [] }: Reports): ReportedEvent[] {
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
    return events.filter((event) => !this.#append(event));
  }

  #append(event: ReportedEvent): boolean {
    const bytes = this.#eventBytes + event.bytes;
    if (this.#events.length === maxEvents || bytes > maxEventBytes) return false;
    this.#events.push(event);
    this.#eventBytes = bytes;
    return true;
  }

  /** Removes and returns everything. */
  take(): Reports {
    const taken: Reports = {
      entities: [...this.#entities.values()],
      gone: [...this.#gone],
      all: this.#all && [...this.#all],
      events: this.#events.length > 0 ? this.#events : undefined,
    };
    this.#events = [];
    this.#eventBytes = 0;
    this.#all = undefined;
    this.#entities = new Map();
    this.#gone = new Set();
    return taken;
  }

  /** Puts reports that could not be stored back before newer ones; returns the events without room. */
  putBack(taken: Reports): ReportedEvent[] {
    const since = this.take();
    return [...this.add(taken), ...this.add(since)];
  }
}

/** Merges two consecutive reports of an entity. */
export function merge(before: Entity, after: Entity): Entity {
  if (after.forgotten === undefined) return after;
  const forgotten = after.forgotten;
  const nameNow = namesNow(before, after);
  const retained = Object.entries(before.values)
    .map(([name, value]) => [nameNow(name), value] as const)
    .filter(([name]) => Object.hasOwn(after.properties, name) && !forgotten.includes(name));
  const values = Object.fromEntries([...retained, ...Object.entries(after.values)]);
  const { forgotten: _, ...rest } = after;
  if (before.forgotten === undefined) return { ...rest, values };
  const all = new Set([...before.forgotten.map(nameNow).filter(Boolean), ...forgotten]);
  return {
    ...rest,
    values,
    forgotten: [...all].filter((name) => !Object.hasOwn(values, name)).sort(),
  };
}

/** Returns a function that returns the present name of a property: others that join may change it. */
function namesNow(before: Entity, after: Entity): (name: string) => string {
  const [old = [], now = []] = [before.keys, after.keys];
  const isSame =
    old.length === now.length &&
    old.every(({ name, keys }, n) => name === now[n]!.name && keys[0] === now[n]!.keys[0]);
  if (isSame) return (name) => name;
  const nameOf = new Map(now.flatMap(({ keys, name }) => keys.map((key) => [key, name])));
  const properties = old.filter(({ kind }) => kind === 'property');
  const names = new Map(
    properties.map(({ name, keys }) => [name, keys.map((key) => nameOf.get(key)).find(Boolean)]),
  );
  return (name) => (names.has(name) ? (names.get(name) ?? '') : name);
}

/** An event of a device that waits to be stored. */
export interface ReportedEvent extends Omit<Occurrence, 'thing'> {
  device: string;
  /** The keys of the event; see `DeviceEvent`. */
  keys?: string[] | undefined;
  /** Size of its data. */
  bytes: number;
}

/**
 * Gives an event an id, so that it is stored once however often it is published. Returns undefined for an event that no
 * thing can have. It cannot have happened after it was reported, at `now`.
 */
export function toReportedEvent(
  { device, name, keys, data, at }: DeviceEvent,
  now: Date,
): ReportedEvent | undefined {
  const text = toJson(data);
  const isValid = isPlainText(name) && device.isWellFormed() && text !== undefined;
  const bytes = Buffer.byteLength(text ?? '');
  if (!isValid || bytes > maxEventDataBytes) return undefined;
  const occurred = at && at.getTime() >= 0 && at <= now ? at : now;
  const carried = data === undefined ? {} : { data: JSON.parse(text) as unknown };
  const event = { id: newId(), device, name, keys, occurred: occurred.toISOString(), bytes };
  return Object.assign(event, carried);
}

/** Returns the data of an event as JSON, an empty text for none; undefined for what JSON cannot express. */
function toJson(data: unknown): string | undefined {
  if (data === undefined) return '';
  try {
    return JSON.stringify(data);
  } catch {
    return undefined;
  }
}
