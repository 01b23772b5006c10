import type { Connection, ReceivedEvent } from '../connection.js';
import type { LiveDevices } from './live-devices.js';
import { parseUpdate } from './updates.js';

/** The subscription to states: its first message has all of them, the others have the changes. */
export class StateSubscription {
  readonly #connection: Connection;
  readonly #live: LiveDevices;
  readonly #maxChangedBytes: number;
  #current: number | undefined;
  /** The subscription that replaces the current one with its first message. */
  #next: number | undefined;
  #changedBytes = 0;

  constructor(connection: Connection, live: LiveDevices, maxChangedBytes: number) {
    this.#connection = connection;
    this.#live = live;
    this.#maxChangedBytes = maxChangedBytes;
  }

  async open(): Promise<void> {
    this.#next = await this.#connection.subscribe('subscribe_entities');
  }

  get hasBegun(): boolean {
    return this.#current !== undefined;
  }

  /** Applies a message; returns whether entities may have been added or removed. */
  receive({ subscription, event, bytes }: ReceivedEvent): boolean {
    if (subscription === this.#next) return this.#begin(event);
    if (subscription !== this.#current) return false;
    this.#changedBytes += bytes;
    return this.#live.change(parseUpdate(event));
  }

  #begin(event: unknown): boolean {
    const before = this.#current;
    this.#current = this.#next;
    this.#next = undefined;
    this.#changedBytes = 0;
    this.#live.begin(parseUpdate(event));
    if (before !== undefined) {
      const ended = this.#connection.command('unsubscribe_events', { subscription: before });
      // Further messages of it are ignored.
      ended.catch(() => undefined);
    }
    return true;
  }

  /** Subscribes again after many changes; none is missed in between. */
  async renewInTime(): Promise<void> {
    if (this.#changedBytes > this.#maxChangedBytes && this.#next === undefined) await this.open();
  }
}
