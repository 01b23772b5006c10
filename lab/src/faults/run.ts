import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { simulatorInstance, waitFor } from '@trellis/testing';
import { range } from '../numbers.js';
import type { Queues } from '../system/servers.js';
import { startSystem, type System } from '../system/system.js';
import type { Fault } from './faults.js';
import { findMisaudited } from './invariants/audit.js';
import { waitUntilHealed } from './invariants/healing.js';
import { findMisperformed } from './invariants/messages.js';
import { takeSnapshot } from './invariants/snapshot.js';
import { findImpossible, findUnfinished, findUnpolled, readPolls } from './invariants/stored.js';
import { createRandom, type Random } from './random.js';
import { reportOf, type FaultReport } from './report.js';
import { startApp } from './traffic/app.js';
import { createModel } from './traffic/model.js';
import { createSender, type Request } from './traffic/requests.js';
import { startTraffic, type Traffic } from './traffic/traffic.js';
import { createWorld, type World } from './traffic/world.js';

export interface RunOptions {
  queues: Queues;
  /** Determines what the traffic does, the order of the faults, and how long each lasts. */
  seed: number;
  faults: readonly Fault[];
  /** Number of times that each fault is injected. */
  rounds: number;
  /** Maximum duration of a fault (ms). */
  maxFaultMs: number;
  /** The folder into which the services log. */
  logs: string;
  onReport?: (report: FaultReport) => void;
}

const minFaultMs = 1_000;

/** Time for started work to end without traffic (ms). */
const finishingMs = 30_000;

/** Traffic between two faults (ms). */
const calmMs = 1_500;

/** Injects faults into mixed traffic, one after the other, and reports the outcome of each. */
export async function runFaults(options: RunOptions): Promise<FaultReport[]> {
  const { queues, seed, rounds, maxFaultMs } = options;
  const system = await startSystem(queues, join(options.logs, queues));
  const sender = createSender(system);
  const app = await startApp();
  const world = createWorld({ model: createModel(), sender, app });
  let traffic: Traffic | undefined;
  try {
    await prepare(world);
    traffic = startTraffic(world, seed);
    const random = createRandom(seed);
    const possible = options.faults.filter(({ isPossible }) => isPossible?.(system) ?? true);
    const order = range(rounds).flatMap(() => random.shuffle(possible));
    const reports: FaultReport[] = [];
    for (const fault of order) {
      const report = await runOne({ system, world, traffic, random, maxFaultMs }, fault);
      options.onReport?.(report);
      reports.push(report);
    }
    return reports;
  } finally {
    await traffic?.stop();
    await system.stop();
    await app.stop();
  }
}

/** Registers the callback of the app and creates the connector instance. */
async function prepare({ sender, app }: World): Promise<void> {
  const create = async (request: Request) => {
    const { status, body } = await sender.send(request);
    if (status !== 201) throw new Error(`${request.path} was answered ${status}.`);
    return body;
  };
  const events = ['thing_created', 'thing_deleted', 'client_status_changed'];
  const callback = { url: app.url, events };
  const { secret } = await create({ method: 'PUT', path: '/callback', body: callback });
  app.setSecret(secret);
  const instance = simulatorInstance;
  await create({ method: 'POST', path: '/connectors/instances', body: instance });
}

/** Waits until a poll of every client has begun, or for as long as anything may take. */
async function waitForPolls(system: System): Promise<void> {
  const before = await readPolls(system);
  const areBegun = async () => (await findUnpolled(system, before)).length === 0;
  await waitFor(areBegun, { within: finishingMs, every: 200 }).catch(() => undefined);
}

/** Repeats a check until it finds nothing or the time is up; returns the last findings. */
async function findRemaining(find: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = [];
  const isDone = async () => {
    found = await find();
    return found.length === 0;
  };
  await waitFor(isDone, { within: finishingMs, every: 500 }).catch(() => undefined);
  return found;
}

async function runOne(
  {
    system,
    world,
    traffic,
    random,
    maxFaultMs,
  }: { system: System; world: World; traffic: Traffic; random: Random; maxFaultMs: number },
  fault: Fault,
): Promise<FaultReport> {
  const { sender } = world;
  sender.exchanges.length = 0;
  const since = Date.now();
  await pause(calmMs);
  const beganAt = performance.now();
  const end = await fault.begin(system, random);
  await pause(random.integer(minFaultMs, maxFaultMs));
  await end();
  const endedAt = performance.now();
  const { healedAt, lastWrong } = await waitUntilHealed(system, sender, endedAt);

  await traffic.pause();
  const violations = await findViolations(system, world, since);
  traffic.resume();
  const { exchanges } = sender;
  return reportOf(fault, { exchanges, beganAt, endedAt, healedAt, lastWrong, violations });
}

/** Compares the state with all answers since an instant, while no request is in flight. */
async function findViolations(system: System, world: World, since: number): Promise<string[]> {
  const { sender, model, app } = world;
  // A poll that starts after a write confirms it, which is at the latest the second one.
  await waitForPolls(system);
  await waitForPolls(system);
  const unfinished = await findRemaining(() => findUnfinished(system));
  const snapshot = await takeSnapshot(world);
  model.compare(snapshot.facts);
  return [
    ...snapshot.violations,
    ...model.violations.splice(0),
    ...(await findImpossible(system)),
    ...unfinished,
    ...app.violations.splice(0),
    ...(await findMisperformed(world)),
    ...(await findRemaining(() => findMisaudited(sender, since))),
  ];
}
