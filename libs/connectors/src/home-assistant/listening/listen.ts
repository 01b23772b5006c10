import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Emit } from '@trellis/connector-sdk';
import { CommandError } from '../command-error.js';
import type { Connection } from '../connection.js';
import type { ServiceCall } from '../domains/domain.js';
import type { EntityFilter } from '../entities.js';
import { readRegistry } from '../house.js';
import { LiveHouse } from './live-house.js';
import { Readings } from './readings.js';
import { StateSubscription } from './state-subscription.js';

export interface ListenOptions {
  filter: EntityFilter;
  maxDevices: number;
  /** How often Home Assistant is asked for a sign of life (ms). Default 30,000. */
  pingIntervalMs?: number;
  /** The shortest time between two readings of the registries (ms). Default 15,000. */
  registryIntervalMs?: number;
  /** After so many bytes of changes the states are received anew: bounds what changes can add. Default 64 MiB. */
  maxChangedBytes?: number;
}

/** How long changes are gathered before the devices are made of them (ms). */
const gatherMs = 50;

/** The share of the time for which a house may keep this thread busy. */
const maxShare = 1 / 5;

/** The events after which devices may look different; every user may subscribe to them (`SUBSCRIBE_ALLOWLIST`). */
const registryEvents = [
  'device_registry_updated',
  'entity_registry_updated',
  'core_config_updated',
];

/** Listens to the states of a house until the connection ends, then rejects with the reason. */
export async function listenToHouse(
  connection: Connection,
  emit: Emit<ServiceCall>,
  {
    pingIntervalMs = 30_000,
    registryIntervalMs = 15_000,
    maxChangedBytes = 64 * 1024 * 1024,
    ...options
  }: ListenOptions,
): Promise<never> {
  const house = new LiveHouse(options);
  const states = new StateSubscription(connection, house, maxChangedBytes);
  const readings = new Readings(registryIntervalMs);
  const stopPinging = connection.keepAlive(pingIntervalMs);
  try {
    const registries = await subscribeToRegistries(connection);
    await states.open();
    for (;;) {
      const dueAt = states.hasBegun ? readings.dueAt : Infinity;
      await connection.arrival(dueAt - performance.now());
      await pause(gatherMs);
      const { received, busyMs } = connection.take();
      const startedAt = performance.now();
      const before = performance.eventLoopUtilization();
      for (const one of received) {
        const mayDiffer = states.receive(one) || registries.has(one.subscription);
        if (mayDiffer) readings.request(startedAt);
      }
      if (states.hasBegun && readings.dueAt <= startedAt) {
        readings.begin(startedAt);
        emit(house.register(await readRegistry(connection)));
      } else {
        const changes = house.take();
        if (changes.devices.length > 0) emit(changes);
      }
      await states.renewInTime();
      // While it waits for Home Assistant, this thread is not busy.
      const { active } = performance.eventLoopUtilization(before);
      await connection.rest((busyMs + active) * (1 / maxShare - 1));
    }
  } finally {
    stopPinging();
  }
}

/** The ids of the subscriptions; Home Assistant may refuse some to users that are no administrators. */
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
