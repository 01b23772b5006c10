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
  const retained = Object.entries(before.values).filter(
    ([name]) => Object.hasOwn(after.properties, name) && !forgotten.includes(name),
  );
  const values = Object.fromEntries([...retained, ...Object.entries(after.values)]);
  const { forgotten: _, ...rest } = after;
  if (before.forgotten === undefined) return { ...rest, values };
  const all = new Set([...before.forgotten, ...forgotten]);
  return {
    ...rest,
    values,
    forgotten: [...all].filter((name) => !Object.hasOwn(values, name)).sort(),
  };
}

/** An event of a device that waits to be stored. */
export interface ReportedEvent extends Omit<Occurrence, 'thing'> {
  device: string;
  /** Size of its data. */
  bytes: number;
}

/**
 * Gives an event an id, so that it is stored once however often it is published. Returns undefined for an event that no
 * thing can have. It cannot have happened after it was reported, at `now`.
 */
export function toReportedEvent(
  { device, name, data, at }: DeviceEvent,
  now: Date,
): ReportedEvent | undefined {
  const text = toJson(data);
  const isValid = isPlainText(name) && device.isWellFormed() && text !== undefined;
  const bytes = Buffer.byteLength(text ?? '');
  if (!isValid || bytes > maxEventDataBytes) return undefined;
  const occurred = at && at.getTime() >= 0 && at <= now ? at : now;
  const carried = data === undefined ? {} : { data: JSON.parse(text) as unknown };
  return { id: newId(), device, name, occurred: occurred.toISOString(), bytes, ...carried };
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
