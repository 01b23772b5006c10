import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@trellis/testing';
import type { Drill, Scene } from './drills/drill.js';
import { startFleet, type FleetOptions } from './processes/fleet.js';
import type { DrillReport } from './report.js';
import { createClients } from './watched/clients.js';
import { countPolls, sumOf } from './watched/polls.js';
import { startRemote } from './watched/remote.js';
import { startCallers } from './watched/requests.js';
import { watchStatuses } from './watched/statuses.js';

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

/** Runs drills one after the other on a fleet, and reports the cost of each. */
export async function runDrills(options: RunOptions): Promise<DrillReport[]> {
  const { intervalMs } = options;
  const remote = await startRemote();
  const fleet = await startFleet(options.fleet);
  try {
    const clients = await createClients(fleet, remote, { count: options.clients, intervalMs });
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
  const { fleet } = scene;
  await fleet.scale('units-service', sizes['units-service']);
  await fleet.scale('connector-runtime', sizes['connector-runtime']);
  await fleet.scale('api-gateway', sizes['api-gateway']);
  // The first poll may have been late.
  await waitUntilPolled(scene);
  await waitUntilPolled(scene);
}

async function waitUntilPolled({ remote, clients }: Scene): Promise<void> {
  const since = performance.now();
  const isPolled = (client: number) => (remote.polls.get(client)?.at(-1)?.beganAt ?? 0) > since;
  const areWell = async () => {
    const numbers = Array.from({ length: clients.count }, (_, client) => client);
    return numbers.every(isPolled) && (await clients.areStarted());
  };
  await waitFor(areWell, { within: healingMs, every: 250, what: 'a poll of every client' });
}

async function runOne(scene: Scene, drill: Drill, intervalMs: number): Promise<DrillReport> {
  const { fleet, remote, clients } = scene;
  const { token } = clients.account;
  const callers = drill.hasCallers ? startCallers({ address: fleet.address, token }) : undefined;
  const statuses = watchStatuses(clients);
  const from = performance.now();
  await pause(calmIntervals * intervalMs);
  const failures = await drill.run(scene).catch((error: Error) => [error.message]);
  await waitUntilPolled(scene).catch((error: Error) => failures.push(error.message));
  await pause(calmIntervals * intervalMs);
  const to = performance.now();
  const requests = (await callers?.stop()) ?? { sent: 0, failures: [] };
  const failed = await statuses.stop();

  const counted = Array.from({ length: clients.count }, (_, client) => client).filter(
    (client) => !drill.mayWait?.(client),
  );
  const counts = counted.map((client) =>
    countPolls(remote.polls.get(client)!, { intervalMs, from, to }),
  );
  const failedClients = failed.size;
  return { drill: drill.name, polls: sumOf(counts), failedClients, requests, failures };
}
