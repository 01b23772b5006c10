import type { Entity } from '@trellis/connector-sdk';

/** How long a new device must have announced nothing further, and how long it may announce itself (ms). */
export const announcementTimes = { quietMs: 1_000, maxMs: 5_000 };

interface NewDevice {
  since: number;
  changedAt: number;
  /** The keys of its abilities. */
  shape: string;
}

/**
 * The devices of a listener that are not published yet because they may still announce themselves: names depend on which
 * abilities a device has when it is first published. Devices without keys have names that never change.
 */
export class NewDevices {
  readonly #times: typeof announcementTimes;
  readonly #devices = new Map<string, NewDevice>();

  constructor(times = announcementTimes) {
    this.#times = times;
  }

  /** Notes what a device reports at an instant (ms). */
  note(entity: Entity, now: number): void {
    const device = this.#devices.get(entity.id);
    const shape = device && shapeOf(entity);
    if (!device || shape === undefined || device.shape === shape) return;
    device.changedAt = now;
    device.shape = shape;
  }

  /** Returns whether a device that was never published is to wait. */
  begin(entity: Entity, now: number): boolean {
    if (!entity.keys) return false;
    if (!this.#devices.has(entity.id)) {
      this.#devices.set(entity.id, { since: now, changedAt: now, shape: shapeOf(entity) });
    }
    return this.mustWait(entity.id, now);
  }

  mustWait(id: string, now: number): boolean {
    const device = this.#devices.get(id);
    if (!device) return false;
    const { quietMs, maxMs } = this.#times;
    return now - device.changedAt < quietMs && now - device.since < maxMs;
  }

  /** Forgets devices that were published or are gone. */
  end(ids: Iterable<string>): void {
    for (const id of ids) this.#devices.delete(id);
  }
}

const shapeOf = ({ keys = [] }: Entity): string =>
  keys
    .map((ability) => ability.keys[0])
    .sort()
    .join('\n');
