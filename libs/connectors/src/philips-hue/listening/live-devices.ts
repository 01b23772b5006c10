import {
  Unavailable,
  type Device,
  type DeviceEvent,
  type Report,
  isObject,
  parseJson,
} from '@trellis/connector-sdk';
import { devicesAmong, isGroup } from '../devices.js';
import { occurrenceIn, type ReportedEvent } from '../reported.js';
import { maxResources, pointer, type Resource, type Update, resource } from '../resource.js';
import { Scenes } from '../scenes.js';
import { z } from 'zod';

/** The most devices that a change may affect; recalling a scene of a whole house affects fewer. */
const maxAffectedDevices = 500;

/** The devices of a bridge while a client listens: applies changes to its resources. */
export class LiveDevices {
  readonly #resources: Map<string, Resource>;
  readonly #scenes: Scenes;
  readonly #reported: Set<string>;
  /** The last event of each service on this stream, to recognize repeated ones. */
  readonly #lastEvents = new Map<string, string>();
  readonly all: Device<Update>[];

  constructor(resources: Resource[]) {
    this.#resources = new Map(resources.map((one) => [one.id, one]));
    this.#scenes = new Scenes(resources);
    this.all = this.#devicesAmong(resources);
    this.#reported = new Set(this.all.map(({ id }) => id));
  }

  /** Applies changes; returns what has changed, or undefined when so much has that everything must be read again. */
  apply(changes: Changes[]): Report<Update> | undefined {
    const affected = new Set<string>();
    const reports: (Omit<DeviceEvent, 'device' | 'name'> & { service: Resource })[] = [];
    for (const { type, at: reportedAt, resources } of changes) {
      for (const change of resources) {
        const before = this.#resources.get(change.id);
        const after = this.#change(type, change, before);
        for (const owner of [...ownersOf(before), ...ownersOf(after)]) affected.add(owner);
        if (type !== 'update' || !before || !after) continue;
        const report = this.#newOccurrence(change, before);
        const at = report?.at ?? reportedAt;
        if (report) reports.push({ service: after, data: report.data, at });
      }
    }
    if (affected.size > maxAffectedDevices) return undefined;
    const owners = [...affected].flatMap((id) => this.#resources.get(id) ?? []);
    const devices = this.#devicesAmong(owners);
    const byId = new Map(devices.map((device) => [device.id, device]));
    const gone = [...affected].filter((id) => !byId.has(id) && this.#reported.delete(id));
    for (const id of byId.keys()) this.#reported.add(id);
    const events = reports.flatMap(({ service, ...happened }): DeviceEvent[] => {
      const [owner = ''] = ownersOf(service);
      const ability = byId
        .get(owner)
        ?.abilities.find((one) => (one as ReportedEvent).service === service.id);
      if (!ability) return [];
      return [{ device: owner, name: ability.name, keys: ability.keys, ...happened }];
    });
    return { devices, gone, events };
  }

  find(id: string): Device<Update> | undefined {
    const owner = this.#reported.has(id) ? this.#resources.get(id) : undefined;
    return owner && this.#devicesAmong([owner])[0];
  }

  #change(type: string, change: Resource, before: Resource | undefined): Resource | undefined {
    if (type === 'delete') {
      this.#resources.delete(change.id);
      this.#scenes.delete(change.id);
      this.#lastEvents.delete(change.id);
      return undefined;
    }
    const isUpdate = type === 'update' && before !== undefined;
    if (!isUpdate && type !== 'add') return before;
    const after = isUpdate ? merge(before, change) : change;
    this.#resources.set(change.id, after);
    this.#scenes.set(after);
    if (this.#resources.size > maxResources) {
      throw new Unavailable('The bridge has more resources than it can have.', {
        cause: 'too_much_to_read',
      });
    }
    return after;
  }

  /** Returns the event of a change, unless it was reported before, or is older than the last one. */
  #newOccurrence(change: Resource, before: Resource) {
    const report = occurrenceIn(change);
    if (!report?.at) return report;
    const key = JSON.stringify([report.at, report.data]);
    const lastAt = occurrenceIn(before)?.at;
    if (lastAt && report.at < lastAt) return undefined;
    if (this.#lastEvents.get(change.id) === key) return undefined;
    this.#lastEvents.set(change.id, key);
    return report;
  }

  #devicesAmong(owners: Resource[]): Device<Update>[] {
    return devicesAmong(owners, { byId: this.#resources, scenes: this.#scenes });
  }
}

/** Returns the ids of the resources whose devices may change with this one. */
function ownersOf(resource: Resource | undefined): string[] {
  if (!resource) return [];
  if (resource.type === 'device' || isGroup(resource)) return [resource.id];
  const { owner, group } = resource;
  return [owner, group].flatMap((one) => pointer.safeParse(one).data?.rid ?? []);
}

/** Changes that the bridge reports together (API guide, "Events"). */
export interface Changes {
  /** `update` with changed members, `add` with whole resources, or `delete` with ids. */
  type: string;
  at: Date | undefined;
  resources: Resource[];
}

const container = z.looseObject({
  type: z.string(),
  creationtime: z.string().optional().catch(undefined),
  data: z.array(z.unknown()).catch([]),
});

/** Parses the changes in an event; ignores each resource that is not as documented. */
export function parseChanges(data: string): Changes[] {
  return parseArray(data).flatMap((given) => {
    const { data: found } = container.safeParse(given);
    if (!found) return [];
    const at = new Date(found.creationtime ?? NaN);
    const resources = found.data.flatMap((one) => resource.safeParse(one).data ?? []);
    return [{ type: found.type, at: Number.isNaN(at.getTime()) ? undefined : at, resources }];
  });
}

function parseArray(text: string): unknown[] {
  const parsed = parseJson(text);
  if (Array.isArray(parsed)) return parsed as unknown[];
  throw new Unavailable('The bridge sends an unexpected event.', { cause: 'unexpected_form' });
}

const maxDepth = 8;

/** The most members of an object; real ones have dozens at most. Each change copies the objects that it changes. */
const maxMembers = 200;

/** Merges changed members into a resource, recursively. */
const merge = (before: Resource, change: Resource): Resource =>
  mergeMembers(before, change, maxDepth) as Resource;

function mergeMembers(before: object, change: object, depth: number): object {
  const merged = new Map<string, unknown>(Object.entries(before));
  for (const [name, value] of Object.entries(change)) {
    const known = merged.get(name);
    const isNested = depth > 0 && isObject(known) && isObject(value);
    merged.set(name, isNested ? mergeMembers(known, value, depth - 1) : value);
  }
  if (merged.size > maxMembers) {
    throw new Unavailable('The bridge has a resource with more members than it can have.', {
      cause: 'too_much_to_read',
    });
  }
  return Object.fromEntries(merged);
}
