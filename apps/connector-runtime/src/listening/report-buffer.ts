import type { Entity, EntityReport } from '@trellis/connector-sdk';
import { Floods, type FloodLimits } from './floods.js';
import { NewDevices } from './new-devices.js';
import {
  toReportedEvent,
  PendingReports,
  type ReportedEvent,
  type Reports,
} from './pending-reports.js';

interface BufferOptions {
  /**
   * Publishes reports, except those of new devices that are to wait. `publishAll` says that the previous attempt failed
   * and may have stored a part.
   */
  publish(reports: Reports, given: PublishOptions): Promise<Published>;
  /** Called when reports could not be stored; returns whether to retry. */
  onFailure(error: unknown): boolean;
  /** Stores reports together with those of other clients. */
  runInStep: RunInStep;
  pace: PaceLimits;
  /** The delay after a failure (ms). */
  retryMs(): number;
  floods: FloodLimits;
  newDevices?: NewDevices;
  /** Called with the ids of the devices that report too often, when these change. */
  onFloods(devices: string[]): void;
  /** Called with how many events were dropped, and why. */
  onDropped(count: number, reason: DropReason): void;
}

export interface PublishOptions {
  publishAll: boolean;
  /** Returns whether a device that was never published is to wait. */
  mustWait(entity: Entity): boolean;
}

export interface Published {
  /** The reports of new devices that wait. */
  waiting: Pick<Reports, 'entities' | 'events'>;
}

/** `flooding`: too many events; `full`: too many wait to be stored; `invalid`: no thing can have them. */
export type DropReason = 'flooding' | 'full' | 'invalid';

/** Stores the reports of one listener, in order and within its pace. */
export interface ReportBuffer {
  add(report: EntityReport): void;
  /** Stores what is left; resolves when that is done or has failed. */
  end(): Promise<void>;
}

/** How often to check whether devices that wait may be stored; other reports wait that long, too (ms). */
const recheckMs = 50;

export function createReportBuffer({
  publish,
  onFailure,
  runInStep,
  pace: paceLimits,
  retryMs,
  floods: limits,
  newDevices = new NewDevices(),
  onFloods,
  onDropped,
}: BufferOptions): ReportBuffer {
  const pending = new PendingReports();
  const floods = new Floods(limits);
  const eventFloods = new Floods(limits);
  const pace = new Pace(paceLimits);
  let flooding: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let hasEnded = false;
  let publishAll = false;

  /**
   * Takes the reports that may be stored now; devices that report too often or announce themselves wait. While any
   * announces itself, what is gone waits as well: it may be the same device under another id (see `recognize`).
   */
  function take(): Reports {
    const now = performance.now();
    const { entities, events = [], ...rest } = pending.take();
    newDevices.end(rest.gone);
    const isReady = (id: string) => !newDevices.mustWait(id, now);
    const [ready, waiting] = partition(
      entities,
      ({ id }) => isReady(id) && floods.mayStore(id, now),
    );
    const [readyEvents, waitingEvents] = partition(events, ({ device }) => isReady(device));
    const isAnnouncing = waiting.some(({ id }) => !isReady(id));
    pending.add({
      ...(isAnnouncing ? rest : { gone: [] }),
      entities: waiting,
      events: waitingEvents,
    });
    return {
      ...(isAnnouncing ? { gone: [] } : rest),
      entities: ready,
      ...(readyEvents.length > 0 && { events: readyEvents }),
    };
  }

  async function publishTaken(taken: Reports): Promise<void> {
    const mustWait = (entity: Entity) => newDevices.begin(entity, performance.now());
    const { waiting } = await publish(taken, { publishAll, mustWait });
    const waitingIds = new Set(waiting.entities.map(({ id }) => id));
    newDevices.end(taken.entities.map(({ id }) => id).filter((id) => !waitingIds.has(id)));
    putBack({ entities: waiting.entities, gone: [], events: waiting.events });
  }

  const putBack = (reports: Reports) => onDropped(pending.putBack(reports).length, 'full');

  /** Returns the events to store. Unlike values, events of a flooding device are dropped. */
  function acceptEvents({ events = [] }: EntityReport, now: number): ReportedEvent[] {
    if (events.length === 0) return [];
    const accepted = events.filter(({ device }) => {
      eventFloods.count(device, now);
      return !eventFloods.isFlooding(device);
    });
    const reportedAt = new Date();
    const valid = accepted.flatMap((event) => toReportedEvent(event, reportedAt) ?? []);
    onDropped(events.length - accepted.length, 'flooding');
    onDropped(accepted.length - valid.length, 'invalid');
    return valid;
  }

  function findFlooding(): string[] {
    const now = performance.now();
    return [...new Set([...floods.flooding(now), ...eventFloods.flooding(now)])].sort();
  }

  function reportFloods(): void {
    const now = findFlooding();
    if (now.length === flooding.length && now.every((id, index) => id === flooding[index])) return;
    flooding = now;
    onFloods(now);
  }

  async function store(): Promise<void> {
    reportFloods();
    const taken = take();
    let delayMs = isEmpty(taken) ? recheckMs : pace.count(performance.now());
    try {
      if (!isEmpty(taken)) await publishTaken(taken);
      publishAll = false;
    } catch (error) {
      publishAll = true;
      if (!onFailure(error)) return;
      putBack(taken);
      delayMs = retryMs();
    }
    if (!hasEnded) soon(delayMs);
  }

  function soon(delayMs: number): void {
    timer = setTimeout(() => runInStep(next), delayMs);
  }

  function next(): void {
    timer = undefined;
    if (running || hasEnded) return;
    // While a device floods, check whether it still does.
    if (pending.isEmpty && flooding.length === 0 && findFlooding().length === 0) return;
    running = store().finally(() => (running = undefined));
  }

  return {
    add(report) {
      const now = performance.now();
      for (const entity of report.entities) {
        entity.receivedAt ??= now;
        floods.count(entity.id, now);
        newDevices.note(entity, now);
      }
      const events = acceptEvents(report, now);
      const { entities, gone, all } = report;
      onDropped(pending.add({ entities, gone, all, events }).length, 'full');
      // Reports that arrive together are stored together.
      if (!timer && !running && !hasEnded) soon(0);
    },
    async end() {
      hasEnded = true;
      clearTimeout(timer);
      await running;
      // New devices that wait are left to the next listener or poll.
      if (!pending.isEmpty) await publishTaken(pending.take()).catch(onFailure);
    },
  };
}

const isEmpty = ({ entities, gone, all, events = [] }: Reports): boolean =>
  !all && entities.length + gone.length + events.length === 0;

function partition<Item>(items: Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  const both: [Item[], Item[]] = [[], []];
  for (const item of items) both[isFirst(item) ? 0 : 1].push(item);
  return both;
}

/** Limits how often the reports of one client are stored. */
interface PaceLimits {
  /** How many times reports are stored without delay. */
  burst: number;
  /** How long each of these counts (ms). Beyond the burst, reports are collected for this long. */
  intervalMs: number;
}

/**
 * Stores occasional reports at once, and collects those of a client that reports all the time (the generic cell rate
 * algorithm, ITU-T I.371).
 */
export class Pace {
  readonly #limits: PaceLimits;
  #paidUntil = -Infinity;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  /** Counts reports that are stored at an instant (ms); returns the delay before the next (ms). */
  count(now: number): number {
    const { burst, intervalMs } = this.#limits;
    this.#paidUntil = Math.max(now, this.#paidUntil) + intervalMs;
    return Math.max(0, this.#paidUntil - now - burst * intervalMs);
  }
}

/** Runs a function at the next step. */
export type RunInStep = (run: () => void) => void;

/**
 * Runs functions in common steps, so that the clients of a worker share messages and statements: at once after a quiet
 * period, otherwise `intervalMs` after the previous step.
 */
export function createSteps(intervalMs: number): RunInStep {
  let due: (() => void)[] = [];
  let lastAt = -Infinity;
  const step = () => {
    const running = due;
    due = [];
    lastAt = performance.now();
    for (const run of running) run();
  };
  return (run) => {
    due.push(run);
    if (due.length > 1) return;
    setTimeout(step, Math.max(0, lastAt + intervalMs - performance.now()));
  };
}
