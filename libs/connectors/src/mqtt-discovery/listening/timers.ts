import type { Device } from '@trellis/connector-sdk';
import type { Publication, Timing } from '../component-kind.js';

/** A change of a property by a timer: it becomes unknown or false. */
export interface Due {
  device: string;
  property: string;
  becomes: 'unknown' | false;
}

export class Timers {
  readonly #due = new Map<string, Due & { at: number }>();

  /** The next time at which a value changes (ms, by `performance.now()`); Infinity if none does. */
  get nextAt(): number {
    let next = Infinity;
    for (const { at } of this.#due.values()) next = Math.min(next, at);
    return next;
  }

  /** Starts the timers of reported values, and all of a new device: a listener before may have reported some. */
  start({ id: device, abilities }: Device<Publication[]>, now: number, isNew: boolean): void {
    for (const ability of abilities) {
      if (!('property' in ability)) continue;
      const { expireAfterMs, offDelayMs } = ability as Timing;
      const { name: property, value, isUnknown = false } = ability;
      const isReported = value !== undefined || isUnknown;
      if (!isReported && !isNew) continue;
      if (expireAfterMs !== undefined) {
        this.#set({ device, property, becomes: 'unknown', at: now + expireAfterMs });
      }
      if (offDelayMs === undefined) continue;
      const mayBeOn = isReported ? value === true : true;
      if (mayBeOn) this.#set({ device, property, becomes: false, at: now + offDelayMs });
      else this.#due.delete(keyOf({ device, property, becomes: false }));
    }
  }

  take(now: number): Map<string, Due[]> {
    const taken = new Map<string, Due[]>();
    for (const [key, { at, ...due }] of this.#due) {
      if (at > now) continue;
      this.#due.delete(key);
      taken.set(due.device, [...(taken.get(due.device) ?? []), due]);
    }
    return taken;
  }

  forget(device: string): void {
    for (const [key, due] of this.#due) if (due.device === device) this.#due.delete(key);
  }

  #set(due: Due & { at: number }): void {
    this.#due.set(keyOf(due), due);
  }
}

const keyOf = ({ device, property, becomes }: Due): string =>
  JSON.stringify([device, property, becomes]);
