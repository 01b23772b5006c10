import { Unavailable, type Device, type DeviceEvent, type Heard } from '@trellis/connector-sdk';
import { devicesOf } from '../devices.js';
import { isGroup } from '../groups.js';
import { reportIn, type ReportedEvent } from '../reported.js';
import { pointer, pointers, type Resource, type Update } from '../resource.js';
import { isScene } from '../scenes.js';
import { merge, type Changes } from './changes.js';

/** More resources than a bridge with all the devices that it can have knows. */
const maxResources = 20_000;

/** What the bridge knows, and how it changes. */
export class Home {
  readonly #resources: Map<string, Resource>;
  /** The ids of the devices that have been told. */
  readonly #told: Set<string>;
  /** The last event of each service on this stream: a repeated one has not happened again. */
  readonly #lastEvents = new Map<string, string>();
  readonly all: Device<Update>[];

  constructor(resources: Resource[]) {
    this.#resources = new Map(resources.map((one) => [one.id, one]));
    this.all = devicesOf(resources);
    this.#told = new Set(this.all.map(({ id }) => id));
  }

  /** Applies changes, and returns what they mean: the devices that look different, and what has happened. */
  apply(changes: Changes[]): Heard<Update> {
    const affected = new Set<string>();
    const reports: (Omit<DeviceEvent, 'device' | 'name'> & { service: Resource })[] = [];
    for (const { type, at: toldAt, resources } of changes) {
      for (const change of resources) {
        const before = this.#resources.get(change.id);
        const after = this.#change(type, change, before);
        for (const owner of [...ownersOf(before), ...ownersOf(after)]) affected.add(owner);
        if (type !== 'update' || !before || !after) continue;
        const report = this.#newReport(change, before);
        const at = report?.at ?? toldAt;
        if (report) reports.push({ service: after, data: report.data, ...(at && { at }) });
      }
    }
    const devices = [...affected].flatMap((id) => this.#device(id) ?? []);
    const byId = new Map(devices.map((device) => [device.id, device]));
    const gone = [...affected].filter((id) => !byId.has(id) && this.#told.delete(id));
    for (const id of byId.keys()) this.#told.add(id);
    const events = reports.flatMap(({ service, ...happened }): DeviceEvent[] => {
      const [owner = ''] = ownersOf(service);
      const ability = byId
        .get(owner)
        ?.abilities.find((one) => (one as ReportedEvent).service === service.id);
      return ability ? [{ device: owner, name: ability.name, ...happened }] : [];
    });
    return { devices, gone, events };
  }

  #change(type: string, change: Resource, before: Resource | undefined): Resource | undefined {
    if (type === 'delete') {
      this.#resources.delete(change.id);
      this.#lastEvents.delete(change.id);
      return undefined;
    }
    const isUpdate = type === 'update' && before !== undefined;
    if (!isUpdate && type !== 'add') return before;
    const after = isUpdate ? merge(before, change) : change;
    this.#resources.set(change.id, after);
    if (this.#resources.size > maxResources) {
      throw new Unavailable('The bridge has more resources than it can have.');
    }
    return after;
  }

  /** What has happened according to a change, unless that is known: it was told before, or is older than what was. */
  #newReport(change: Resource, before: Resource) {
    const report = reportIn(change);
    if (!report?.at) return report;
    const key = JSON.stringify([report.at, report.data]);
    const lastAt = reportIn(before)?.at;
    if (lastAt && report.at < lastAt) return undefined;
    if (this.#lastEvents.get(change.id) === key) return undefined;
    this.#lastEvents.set(change.id, key);
    return report;
  }

  #device(id: string): Device<Update> | undefined {
    const owner = this.#resources.get(id);
    if (!owner) return undefined;
    const services = pointers
      .parse(owner.services)
      .flatMap(({ rid }) => this.#resources.get(rid) ?? []);
    const scenes = isGroup(owner) ? [...this.#resources.values()].filter(isScene) : [];
    return devicesOf([owner, ...services, ...scenes]).find((device) => device.id === id);
  }
}

/** The ids of the resources that may become other devices when this one changes. */
function ownersOf(resource: Resource | undefined): string[] {
  if (!resource) return [];
  if (resource.type === 'device' || isGroup(resource)) return [resource.id];
  const { owner, group } = resource;
  return [owner, group].flatMap((one) => pointer.safeParse(one).data?.rid ?? []);
}
