import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { restMs, type Emit, type Offer } from '@trellis/connector-sdk';
import { CommandError } from '../command-error.js';
import type { Connection, ReceivedEvent } from '../connection.js';
import type { ServiceCall } from '../domains/domain.js';
import type { EntityFilter } from '../entities.js';
import { readRegistry } from '../inventory.js';
import { LiveDevices } from './live-devices.js';
import { parseUpdate } from './updates.js';

export interface ListenOptions {
  filter: EntityFilter;
  maxDevices: number;
  offer?: (find: Offer<unknown, ServiceCall>['find']) => void;
  /** The interval between pings (ms). Default 30,000. */
  pingIntervalMs?: number;
  /** The minimum interval between two reads of the registries (ms). Default 15,000. */
  registryIntervalMs?: number;
  /** The bytes of changes after which all states are received again, which bounds them. Default 64 MiB. */
  maxChangedBytes?: number;
}

const debounceMs = 50;

/** The share of the time that a Home Assistant may keep this thread busy. */
const maxShare = 1 / 5;

/** The events after which devices may be different; every user may subscribe to them (`SUBSCRIBE_ALLOWLIST`). */
const registryEvents = [
  'device_registry_updated',
  'entity_registry_updated',
  'core_config_updated',
];

/** Listens to the states of a Home Assistant until the connection ends; then rejects with the reason. */
export async function listenToDevices(
  connection: Connection,
  emit: Emit<ServiceCall>,
  {
    pingIntervalMs = 30_000,
    registryIntervalMs = 15_000,
    maxChangedBytes = 64 * 1024 * 1024,
    offer,
    ...options
  }: ListenOptions,
): Promise<never> {
  const live = new LiveDevices(options);
  const states = new StateSubscription(connection, live, maxChangedBytes);
  const readings = new Readings(registryIntervalMs);
  const stopPinging = connection.keepAlive(pingIntervalMs);
  try {
    const registries = await subscribeToRegistries(connection);
    await states.open();
    offer?.((id) => live.find(id));
    for (;;) {
      const dueAt = states.hasBegun ? readings.dueAt : Infinity;
      await connection.arrival(dueAt - performance.now());
      await pause(debounceMs);
      const { received, busyMs } = connection.take();
      const startedAt = performance.now();
      const before = performance.eventLoopUtilization();
      for (const one of received) {
        const mayDiffer = states.receive(one) || registries.has(one.subscription);
        if (mayDiffer) readings.request(startedAt);
      }
      if (states.hasBegun && readings.dueAt <= startedAt) {
        readings.begin(startedAt);
        const found = live.register(await readRegistry(connection));
        for (const device of found.devices ?? []) device.isRemembered = true;
        emit(found);
      } else {
        const changes = live.take();
        if (changes.devices.length > 0) emit(changes);
      }
      await states.renewInTime();
      // Time spent waiting for Home Assistant does not count.
      const { active } = performance.eventLoopUtilization(before);
      await connection.rest(restMs(busyMs + active, maxShare));
    }
  } finally {
    stopPinging();
  }
}

/** Subscribes to changes of the registries; returns the ids. Users who are no administrators may lack some. */
async function subscribeToRegistries(connection: Connection): Promise<Set<number>> {
  const ids = new Set<number>();
  for (const event_type of registryEvents) {
    const id = await connection.subscribe('subscribe_events', { event_type }).catch(ifUnauthorized);
    if (id !== undefined) ids.add(id);
  }
  return ids;
}

function ifUnauthorized(error: unknown): undefined {
  if (!(error instanceof CommandError && error.code === 'unauthorized')) throw error;
}

/** The debounce time for changes of the registries, which come in bursts (ms). */
const registryDebounceMs = 500;

/** The schedule for reading the registries: immediately at first, then after changes, at a limited rate. */
class Readings {
  readonly #intervalMs: number;
  #begunAt = -Infinity;
  /** When to read (by `performance.now()`); Infinity while there is no reason. */
  dueAt = Infinity;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  request(now: number): void {
    const isFirst = this.#begunAt === -Infinity;
    const earliest = isFirst
      ? now
      : Math.max(now + registryDebounceMs, this.#begunAt + this.#intervalMs);
    this.dueAt = Math.min(this.dueAt, earliest);
  }

  begin(now: number): void {
    this.#begunAt = now;
    this.dueAt = Infinity;
  }
}

/** The subscription to states: its first message has all of them, the others have the changes. */
class StateSubscription {
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
