import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { restMs, type Emit } from '@trellis/connector-sdk';
import { CommandError } from '../command-error.js';
import type { Connection } from '../connection.js';
import type { ServiceCall } from '../domains/domain.js';
import type { EntityFilter } from '../entities.js';
import { readRegistry } from '../inventory.js';
import { LiveDevices } from './live-devices.js';
import { Readings } from './readings.js';
import { StateSubscription } from './state-subscription.js';

export interface ListenOptions {
  filter: EntityFilter;
  maxDevices: number;
  /** The interval between pings (ms). Default 30,000. */
  pingIntervalMs?: number;
  /** The minimum interval between two reads of the registries (ms). Default 15,000. */
  registryIntervalMs?: number;
  /**
   * The bytes of changes after which all states are received again, which limits what changes can add. Default 64
   * MiB.
   */
  maxChangedBytes?: number;
}

/** The debounce time for changes (ms). */
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
        emit(live.register(await readRegistry(connection)));
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

/**
 * Subscribes to changes of the registries, and returns the ids. Users without administrator rights may be refused
 * some.
 */
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
