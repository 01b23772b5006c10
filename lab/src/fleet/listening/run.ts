import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@trellis/testing';
import type { Fleet } from '../processes/fleet.js';
import type { ListeningDrill } from './drills.js';
import { sum, type Homes } from './homes.js';

/** What one drill has cost. */
export interface ListeningReport {
  drill: string;
  changes: number;
  /** How long changes took to the app, half of them at most, and the longest (ms). */
  medianMs: number;
  longestMs: number;
  /** From what happened until all clients were listened for, each worker having its share (ms). */
  healedMs: number;
  /** The connections to the broker in the second that had the most of them. */
  connectionsPerSecond: number;
  /** What must not be, whatever the machine has to do. */
  failures: string[];
  /** Where it has cost more than it may. */
  excesses: string[];
}

/** How long it may take at most until every client is listened for, and until every change is known (ms). */
const healingMs = 120_000;

/** How far the share of a worker may be from the others': which clients it has is left to chance. */
const fairness = 0.5;

interface RunOptions {
  drills: readonly ListeningDrill[];
  /** How long is watched before and after what happens (ms). */
  calmMs: number;
  onReport?: (report: ListeningReport) => void;
}

interface Scene {
  fleet: Fleet;
  homes: Homes;
}

/** Has one thing after the other happen to workers that listen, and reports what each has cost. */
export async function runListeningDrills(
  scene: Scene,
  { drills, calmMs, onReport }: RunOptions,
): Promise<ListeningReport[]> {
  const initially = scene.fleet.processesOf('connector-runtime').length;
  const reports: ListeningReport[] = [];
  for (const drill of drills) {
    await scene.fleet.scale('connector-runtime', initially);
    await untilShared(scene);
    const report = await runOne(scene, drill, calmMs);
    onReport?.(report);
    reports.push(report);
  }
  return reports;
}

async function runOne(
  scene: Scene,
  drill: ListeningDrill,
  calmMs: number,
): Promise<ListeningReport> {
  const { fleet, homes } = scene;
  const failures: string[] = [];
  const note = (error: Error) => failures.push(error.message);
  const from = performance.now();
  const fromSecond = Math.floor(Date.now() / 1_000);
  homes.change();
  await pause(calmMs);
  const happenedAt = performance.now();
  await drill.run(scene).catch(note);
  await untilShared(scene).catch(note);
  const healedMs = performance.now() - happenedAt;
  await pause(calmMs);
  homes.calm();
  const { times, stream, broker } = homes;
  await waitFor(() => times.waiting === 0, { within: healingMs, what: 'changes' }).catch(note);

  if (times.waiting > 0) failures.push(`the last changes of ${times.waiting} devices are lost`);
  if (stream.failure() !== undefined) failures.push(stream.failure()!);
  const took = times.since(from).sort((a, b) => a - b);
  const longestMs = took.at(-1) ?? 0;
  const excesses = longestMs > drill.maxMs ? [`a change took ${seconds(longestMs)} s`] : [];
  const connectionsPerSecond = busiest(broker.connections().filter((at) => at >= fromSecond));
  const workers = fleet.processesOf('connector-runtime').length;
  if (connectionsPerSecond > (drill.maxConnectionsPerSecond ?? Infinity) * workers) {
    excesses.push(`${connectionsPerSecond} connections in one second`);
  }
  return {
    drill: drill.name,
    changes: took.length,
    medianMs: took[took.length >> 1] ?? 0,
    ...{ longestMs, healedMs, connectionsPerSecond, failures, excesses },
  };
}

/** Waits until every client is listened for, and every worker has its share of them. */
async function untilShared({ fleet, homes }: Scene): Promise<void> {
  const isShared = async () => {
    const workers = fleet.processesOf('connector-runtime').length;
    const connected = await homes.connectedByWorker();
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

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

export const listeningHead = [
  '| drill | changes | 50 % (ms) | longest (s) | all listened for after (s) | connections in a second |',
  '| --- | --: | --: | --: | --: | --: |',
].join('\n');

/** A line of a Markdown table. */
export function listeningLine(report: ListeningReport): string {
  const { drill, changes, medianMs, longestMs, healedMs, connectionsPerSecond } = report;
  const cells = [drill, changes, medianMs.toFixed(0), seconds(longestMs), seconds(healedMs)];
  return `| ${[...cells, connectionsPerSecond].join(' | ')} |`;
}
