import type { EntityReport } from '@trellis/connector-sdk';
import { Floods, type FloodLimits } from './floods.js';
import { toHeardEvent, type HeardEvent } from './reported-event.js';
import { Pace, type PaceLimits } from './pace.js';
import { Pending, type Reports } from './pending-reports.js';
import type { InStep } from './steps.js';

interface HearingOptions {
  /** Stores what was heard; `isUnfinished` says that the time before failed, and may have stored a part. */
  publish(heard: Reports, isUnfinished: boolean): Promise<void>;
  /** Called when something could not be stored; returns whether to try it again. */
  onFailure(error: unknown): boolean;
  /** Has what is heard stored together with what other clients say. */
  inStep: InStep;
  pace: PaceLimits;
  /** The delay after a failure (ms). */
  retryMs(): number;
  floods: FloodLimits;
  /** Called with the ids of the devices that speak too often, when these change. */
  onFloods(devices: string[]): void;
  /** Called with how many events were dropped, and why. */
  onDropped(count: number, reason: DropReason): void;
}

/** `flooding`: they came too often; `full`: too many wait to be stored; `invalid`: no thing could have them. */
export type DropReason = 'flooding' | 'full' | 'invalid';

/** Stores what one listener hears, in order, and within its pace. */
export interface Hearing {
  add(heard: EntityReport): void;
  /** Stores what is left; resolves when that is done or has failed. */
  end(): Promise<void>;
}

export function createHearing({
  publish,
  onFailure,
  inStep,
  pace: paceLimits,
  retryMs,
  floods: limits,
  onFloods,
  onDropped,
}: HearingOptions): Hearing {
  const pending = new Pending();
  const floods = new Floods(limits);
  const eventFloods = new Floods(limits);
  const pace = new Pace(paceLimits);
  let flooding: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let hasEnded = false;
  let isUnfinished = false;

  /** Takes out what may be stored now; devices that speak too often wait. */
  function take(): Reports {
    const now = performance.now();
    const { entities, ...rest } = pending.take();
    const [ready, waiting] = partition(entities, ({ id }) => floods.mayStore(id, now));
    pending.add({ entities: waiting, gone: [] });
    return Object.assign(rest, { entities: ready });
  }

  /** Events are told one by one or not at all, so those of a device that tells too many are dropped. */
  function takeEvents({ events = [] }: EntityReport, now: number): HeardEvent[] {
    if (events.length === 0) return [];
    const accepted = events.filter(({ device }) => {
      eventFloods.count(device, now);
      return !eventFloods.isFlooding(device);
    });
    const heardAt = new Date();
    const valid = accepted.flatMap((event) => toHeardEvent(event, heardAt) ?? []);
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
    let delayMs = pace.count(performance.now());
    try {
      if (!isEmpty(taken)) await publish(taken, isUnfinished);
      isUnfinished = false;
    } catch (error) {
      isUnfinished = true;
      if (!onFailure(error)) return;
      onDropped(pending.putBack(taken).length, 'full');
      delayMs = retryMs();
    }
    if (!hasEnded) soon(delayMs);
  }

  function soon(delayMs: number): void {
    timer = setTimeout(() => inStep(next), delayMs);
  }

  function next(): void {
    timer = undefined;
    if (running || hasEnded) return;
    // While a device floods, it is looked whether it still does.
    if (pending.isEmpty && flooding.length === 0 && findFlooding().length === 0) return;
    running = store().finally(() => (running = undefined));
  }

  return {
    add(heard) {
      const now = performance.now();
      for (const { id } of heard.entities) floods.count(id, now);
      const events = takeEvents(heard, now);
      const { entities, gone, all } = heard;
      onDropped(pending.add({ entities, gone, all, events }).length, 'full');
      // What is heard in one go is stored together.
      if (!timer && !running && !hasEnded) soon(0);
    },
    async end() {
      hasEnded = true;
      clearTimeout(timer);
      await running;
      if (!pending.isEmpty) await publish(pending.take(), isUnfinished).catch(onFailure);
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
