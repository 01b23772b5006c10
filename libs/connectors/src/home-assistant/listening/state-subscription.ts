import type { Connection, ReceivedEvent } from '../connection.js';
import type { LiveHouse } from './live-house.js';
import { parseUpdate } from './updates.js';

/** The subscription to the states of a house: its first message has all of them, the others what has changed. */
export class StateSubscription {
  readonly #connection: Connection;
  readonly #house: LiveHouse;
  readonly #maxChangedBytes: number;
  #current: number | undefined;
  /** The subscription that takes over with its first message. */
  #next: number | undefined;
  #changedBytes = 0;

  constructor(connection: Connection, house: LiveHouse, maxChangedBytes: number) {
    this.#connection = connection;
    this.#house = house;
    this.#maxChangedBytes = maxChangedBytes;
  }

  async open(): Promise<void> {
    this.#next = await this.#connection.subscribe('subscribe_entities');
  }

  /** Whether all states have been received. */
  get hasBegun(): boolean {
    return this.#current !== undefined;
  }

  /** Passes a message on to the house; returns whether entities may have come or gone. */
  receive({ subscription, event, bytes }: ReceivedEvent): boolean {
    if (subscription === this.#next) return this.#begin(event);
    if (subscription !== this.#current) return false;
    this.#changedBytes += bytes;
    return this.#house.change(parseUpdate(event));
  }

  #begin(event: unknown): boolean {
    const before = this.#current;
    this.#current = this.#next;
    this.#next = undefined;
    this.#changedBytes = 0;
    this.#house.begin(parseUpdate(event));
    if (before !== undefined) {
      const ended = this.#connection.command('unsubscribe_events', { subscription: before });
      // What is still received for it is left out.
      ended.catch(() => undefined);
    }
    return true;
  }

  /** Subscribes anew when very much has changed; nothing is missed in between. */
  async renewInTime(): Promise<void> {
    if (this.#changedBytes > this.#maxChangedBytes && this.#next === undefined) await this.open();
  }
}
