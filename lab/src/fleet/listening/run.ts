import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@trellis/testing';
import { median, quantile, sum } from '../../numbers.js';
import { columns, seconds } from '../../print.js';
import type { ListeningDrill, ListeningScene } from './drills.js';

export interface ListeningReport {
  drill: string;
  changes: number;
  /** Median and maximum latency of changes (ms). */
  medianMs: number;
  longestMs: number;
  /** From the incident until all clients had listeners again, shared among the workers (ms). */
  healedMs: number;
  /** Maximum number of connections to the broker within a second. */
  connectionsPerSecond: number;
  /** Failures that a busy machine does not excuse. */
  failures: string[];
  excesses: string[];
}

export const listeningTable = columns<ListeningReport>({
  drill: ({ drill }) => drill,
  changes: ({ changes }) => changes,
  'median (ms)': ({ medianMs }) => medianMs.toFixed(0),
  'longest (s)': ({ longestMs }) => seconds(longestMs),
  'recovered after (s)': ({ healedMs }) => seconds(healedMs),
  'connections in a second': ({ connectionsPerSecond }) => connectionsPerSecond,
});

/** Time limit until every client has a listener and every change has arrived (ms). */
const healingMs = 120_000;

/** Tolerated deviation of a worker's share, because hashing distributes the clients. */
const fairness = 0.5;

interface RunOptions {
  drills: readonly ListeningDrill[];
  /** Changes per second of all homes together. */
  perSecond: number;
  /** Time of observation before and after the incident (ms). */
  calmMs: number;
  onReport?: (report: ListeningReport) => void;
}

/** Runs drills one after the other on workers that listen, and reports the cost of each. */
export async function runListeningDrills(
  scene: ListeningScene,
  { drills, onReport, ...pace }: RunOptions,
): Promise<ListeningReport[]> {
  const initially = scene.fleet.processesOf('connector-runtime').length;
  const reports: ListeningReport[] = [];
  for (const drill of drills) {
    await scene.fleet.scale('connector-runtime', initially);
    await untilShared(scene);
    const report = await runOne(scene, drill, pace);
    onReport?.(report);
    reports.push(report);
  }
  return reports;
}

async function runOne(
  scene: ListeningScene,
  drill: ListeningDrill,
  { perSecond, calmMs }: Pick<RunOptions, 'perSecond' | 'calmMs'>,
): Promise<ListeningReport> {
  const { fleet, homes, stream } = scene;
  const { times, broker } = homes;
  const failures: string[] = [];
  const note = (error: Error) => failures.push(error.message);
  const from = performance.now();
  const fromSecond = Math.floor(Date.now() / 1_000);
  const stopChanges = homes.change(perSecond);
  await pause(calmMs);
  const happenedAt = performance.now();
  await drill.run(scene).catch(note);
  await untilShared(scene).catch(note);
  const healedMs = performance.now() - happenedAt;
  await pause(calmMs);
  stopChanges();
  await waitFor(() => times.waiting === 0, { within: healingMs, what: 'changes' }).catch(note);

  if (times.waiting > 0) failures.push(`the last changes of ${times.waiting} devices are lost`);
  if (stream.failure() !== undefined) failures.push(stream.failure()!);
  const took = times.since(from);
  const longestMs = quantile(took, 1) ?? 0;
  const excesses = longestMs > drill.maxMs ? [`a change took ${seconds(longestMs)} s`] : [];
  const connectionsPerSecond = busiest(broker.connections().filter((at) => at >= fromSecond));
  const workers = fleet.processesOf('connector-runtime').length;
  if (connectionsPerSecond > (drill.maxConnectionsPerSecond ?? Infinity) * workers) {
    excesses.push(`${connectionsPerSecond} connections in one second`);
  }
  return {
    drill: drill.name,
    changes: took.length,
    medianMs: median(took) ?? 0,
    longestMs,
    healedMs,
    connectionsPerSecond,
    failures,
    excesses,
  };
}

/** Waits until every client has a listener, and every worker its share of them. */
async function untilShared({ fleet, homes, connectedByWorker }: ListeningScene): Promise<void> {
  const isShared = async () => {
    const workers = fleet.processesOf('connector-runtime').length;
    const connected = await connectedByWorker();
    const least = (homes.count / workers) * (1 - fairness);
    return (
      sum(connected) === homes.count &&
      connected.length === workers &&
      (homes.count < 100 || connected.every((clients) => clients >= least))
    );
  };
  await waitFor(isShared, { within: healingMs, every: 250, what: 'the connections' });
}

function busiest(instants: number[]): number {
  const counts = new Map<number, number>();
  for (const second of instants) counts.set(second, (counts.get(second) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
