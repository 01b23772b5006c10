import { setTimeout as pause } from 'node:timers/promises';
import { untilSlotMs } from '@trellis/platform/concurrency';
import { serviceNames, waitFor } from '@trellis/testing';
import { startCallers } from '../callers.js';
import { mean, range } from '../numbers.js';
import type { Drill, Scene } from './drills.js';
import { startFleet, type FleetOptions } from './fleet.js';
import type { DrillReport } from './report.js';
import { causesOf, type Life } from './watched/causes.js';
import { createWatched } from './watched/clients.js';
import { startObserving } from './watched/observe.js';
import { countPolls, sumOf } from './watched/polls.js';
import { startRemote } from './watched/remote.js';
import { startRequests } from './watched/requests.js';

export interface RunOptions {
  drills: readonly Drill[];
  fleet: FleetOptions;
  clients: number;
  /** Polling interval of each client (ms). */
  intervalMs: number;
  onReport?: (report: DrillReport) => void;
}

/** Intervals of observation before and after an incident. */
const calmIntervals = 2;

/** Time limit until every client is polled again (ms). */
const healingMs = 90_000;

/** Shorter than the interval of polls, so that no failed client goes unnoticed (ms). */
const statusIntervalMs = 500;

/** Runs drills one after the other on a fleet, and reports the cost of each. */
export async function runDrills(options: RunOptions): Promise<DrillReport[]> {
  const { intervalMs } = options;
  const remote = await startRemote();
  const fleet = await startFleet(options.fleet);
  try {
    const clients = await createWatched(fleet, remote, { count: options.clients, intervalMs });
    const scene = { fleet, remote, clients };
    const reports: DrillReport[] = [];
    for (const drill of options.drills) {
      await restore(scene, options.fleet);
      const report = await runOne(scene, drill, intervalMs);
      options.onReport?.(report);
      reports.push(report);
    }
    return reports;
  } finally {
    await fleet.stop();
    await remote.stop();
  }
}

/** Restores the initial size of the fleet, and waits until polls are on time. */
async function restore(scene: Scene, { sizes }: FleetOptions): Promise<void> {
  for (const service of serviceNames) {
    await scene.fleet.scale(service, sizes[service]);
  }
  // The first poll may have been late.
  await waitUntilPolled(scene);
  await waitUntilPolled(scene);
}

async function waitUntilPolled({ remote, clients }: Scene): Promise<void> {
  const since = performance.now();
  const isPolled = (client: number) => (remote.polls.get(client)?.at(-1)?.beganAt ?? 0) > since;
  const areWell = async () => range(clients.count).every(isPolled) && (await clients.areStarted());
  await waitFor(areWell, { within: healingMs, every: 250, what: 'a poll of every client' });
}

async function runOne(scene: Scene, drill: Drill, intervalMs: number): Promise<DrillReport> {
  const { fleet, remote, clients } = scene;
  const { token } = clients.account;
  const requests = drill.hasCallers ? startRequests({ address: fleet.address, token }) : undefined;
  const failed = new Set<string>();
  const noteFailed = async () => {
    for (const id of await clients.findByStatus('ERROR').catch(() => [])) failed.add(id);
  };
  const statuses = startCallers(1, noteFailed, statusIntervalMs);
  const observing = startObserving(fleet.servers.redis!.port, clients.ids);
  const from = performance.now();
  const fromDate = Date.now();
  await pause(calmIntervals * intervalMs);
  const failures = await drill.run(scene).catch((error: Error) => [error.message]);
  await waitUntilPolled(scene).catch((error: Error) => failures.push(error.message));
  await pause(calmIntervals * intervalMs);
  const to = performance.now();
  const counted = await requests?.stop();
  await statuses.stop();
  const observation = { samples: await observing.stop(), lives: fleet.lives };

  const counts = range(clients.count)
    .filter((client) => !drill.mayWait?.(client))
    .map((client) => {
      const dueAt = from + untilSlotMs(clients.ids[client]!, intervalMs, fromDate);
      return countPolls(remote.polls.get(client)!, { client, intervalMs, from, to, dueAt });
    });
  const polls = sumOf(counts);
  return {
    drill: drill.name,
    polls,
    causes: causesOf(polls.missed, observation),
    machine: mean(observation.samples.map(({ machine }) => machine)),
    drillLoop: mean(observation.samples.map(({ drill }) => drill)),
    slowestStartMs: slowestStart(fleet.lives, from),
    failedClients: failed.size,
    requests: counted ?? { sent: 0, failures: [] },
    failures,
  };
}

/** Returns how long the slowest start of a process since a time took (ms); 0 if none started. */
const slowestStart = (lives: readonly Life[], from: number): number =>
  Math.max(
    0,
    ...lives
      .filter(({ startedAt }) => startedAt >= from)
      .map(({ startedAt, readyAt = startedAt }) => readyAt - startedAt),
  );
