import type { Device } from '@trellis/connector-sdk';
import type { Publication } from '../command.js';
import type { Timing } from '../component-kind.js';

/** What becomes of a property by itself: it is not known any more, or it is false. */
export interface Due {
  device: string;
  property: string;
  becomes: 'unknown' | false;
}

/** Values that change by themselves some time after they were heard. */
export class Timers {
  readonly #due = new Map<string, Due & { at: number }>();

  /** The next instant at which a value changes (ms, by `performance.now()`); Infinity if none does. */
  get nextAt(): number {
    let next = Infinity;
    for (const { at } of this.#due.values()) next = Math.min(next, at);
    return next;
  }

  /**
   * Starts the times of the values that were heard now; of a device that is `new`, also of those that were not: whoever
   * listened before may have heard them, and a value that is true stays so forever otherwise.
   */
  hear({ id: device, abilities }: Device<Publication[]>, now: number, isNew: boolean): void {
    for (const ability of abilities) {
      if (!('property' in ability)) continue;
      const { expireAfterMs, offDelayMs } = ability as Timing;
      const { name: property, value, isUnknown = false } = ability;
      const isHeard = value !== undefined || isUnknown;
      if (!isHeard && !isNew) continue;
      if (expireAfterMs !== undefined) {
        this.#set({ device, property, becomes: 'unknown', at: now + expireAfterMs });
      }
      if (offDelayMs === undefined) continue;
      const mayBeOn = isHeard ? value === true : true;
      if (mayBeOn) this.#set({ device, property, becomes: false, at: now + offDelayMs });
      else this.#due.delete(keyOf({ device, property, becomes: false }));
    }
  }

  /** Takes out what has changed by now, by device. */
  take(now: number): Map<string, Due[]> {
    const taken = new Map<string, Due[]>();
    for (const [key, { at, ...due }] of this.#due) {
      if (at > now) continue;
      this.#due.delete(key);
      taken.set(due.device, [...(taken.get(due.device) ?? []), due]);
    }
    return taken;
  }

  /** Forgets a device that is gone. */
  forget(device: string): void {
    for (const [key, due] of this.#due) if (due.device === device) this.#due.delete(key);
  }

  #set(due: Due & { at: number }): void {
    this.#due.set(keyOf(due), due);
  }
}

const keyOf = ({ device, property, becomes }: Due): string =>
  JSON.stringify([device, property, becomes]);
