import { setTimeout as pause } from 'node:timers/promises';
import {
  type Caller,
  type EventMatch,
  type MatchedEvent,
  type Output,
  Problem,
  type ThingEventKind,
  type ThingsHint,
  thingsTopic,
  type UnitsContract,
} from '@trellis/contracts';
import type { ServerSentEvent, StreamRegistry } from '@trellis/operations';
import type { Services } from '../operation.js';

export interface EventSelection {
  caller: Caller;
  after: string;
  thing?: string;
  /** Of a property, or of an event of a thing. */
  name?: string;
  kinds?: ThingEventKind[];
  /** In place of the last three. */
  match?: EventMatch;
}

/** An item of a stream: an event, the notice that events were missed, or only the current cursor. */
export type StreamItem =
  | { type: 'event'; cursor: string; event: MatchedEvent }
  | { type: 'reset'; cursor: string }
  | { type: 'idle'; cursor: string };

/** Fallback poll interval, since hints may be lost; also keeps the connection alive. */
const heartbeatMs = 15_000;

/** Poll interval while transactions under way hold events back. */
export const pendingPollMs = 50;

/**
 * Returns the pause between reads while hints keep coming (ms): one read serves all events since the last one. It grows
 * with the streams of the developer, each of which costs the gateway a write.
 */
const readIntervalMs = (streams: number): number => 25 + streams / 2;

const batchSize = 200;

interface Streaming {
  /** All streams of the gateway. */
  streams: Pick<StreamRegistry, 'countOf' | 'takeTurn'>;
  /** Ends this one. */
  signal: AbortSignal;
}

/**
 * Streams what happens to the things of a caller, without gaps or repetition, until `signal` is aborted
 * or units-service cannot be reached.
 */
export async function* streamEvents(
  services: Pick<Services, 'units' | 'readEvents' | 'subscribeHints'>,
  { after, ...selection }: EventSelection,
  { streams, signal }: Streaming,
): AsyncGenerator<StreamItem> {
  const wakeUp = createSignal(signal);
  const { developer } = selection.caller;
  const subscription = await services.subscribeHints<ThingsHint>(thingsTopic(developer), (hint) => {
    if (mayConcern(hint, selection)) wakeUp.notify();
  });
  try {
    let cursor = after;
    while (!signal.aborted) {
      wakeUp.reset();
      const readAt = performance.now();
      const page = await readPage(services, selection, cursor);
      await streams.takeTurn(developer);
      if (page.missed) yield { type: 'reset', cursor: page.cursor };
      for (const event of page.events) yield { type: 'event', cursor: event.cursor, event };
      if (page.events.length === 0) yield { type: 'idle', cursor: page.cursor };
      cursor = page.cursor;
      if (page.events.length === batchSize) continue;
      if (!page.more) await wakeUp.wait(heartbeatMs);
      else if (page.events.length === 0) await wakeUp.wait(pendingPollMs);
      const earlyMs = readAt + readIntervalMs(streams.countOf(developer)) - performance.now();
      if (earlyMs > 0) await pause(earlyMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    subscription.end();
  }
}

/** Reads the next events; none while too many traversals of the developer wait. */
async function readPage(
  { units, readEvents }: Pick<Services, 'units' | 'readEvents'>,
  { match, ...selection }: Omit<EventSelection, 'after'>,
  after: string,
): Promise<Output<UnitsContract, 'events.match'>> {
  if (!match) return readEvents('events.read', { ...selection, after, limit: batchSize });
  const { caller } = selection;
  return units('events.match', { caller, match, after }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error;
    return { events: [], cursor: after, more: true, missed: false };
  });
}

export function mayConcern(
  { things, subjects }: ThingsHint,
  { thing, caller }: Pick<EventSelection, 'thing' | 'caller'>,
): boolean {
  if (thing !== undefined && things && !things.includes(thing)) return false;
  return !subjects || caller.subject === undefined || subjects.includes(caller.subject);
}

/** A condition variable: hints notify the streams that wait for changes. */
interface Signal {
  notify(): void;
  reset(): void;
  /** Resolves when notified since the last reset, when the stream has ended, or after the timeout. */
  wait(timeoutMs: number): Promise<void>;
}

export function createSignal(end: AbortSignal): Signal {
  let isNotified = false;
  let wake = () => {};
  const notify = () => {
    isNotified = true;
    wake();
  };
  end.addEventListener('abort', notify, { once: true });
  return {
    notify,
    reset: () => void (isNotified = false),
    async wait(timeoutMs) {
      if (isNotified || end.aborted) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

/**
 * The current value, then the events of its changes. A value that has just been read may come again as
 * the event of its change: values equal to the one before are left out.
 */
export async function* withoutRepetition(
  current: ServerSentEvent<unknown>[],
  events: AsyncIterable<ServerSentEvent<unknown>>,
): AsyncGenerator<ServerSentEvent<unknown>> {
  yield* current;
  let last = JSON.stringify(current[0]?.data);
  for await (const event of events) {
    const isValue = event.event === undefined && event.data !== undefined;
    if (isValue) {
      const value = JSON.stringify(event.data);
      if (value === last) continue;
      last = value;
    }
    yield event;
  }
}
