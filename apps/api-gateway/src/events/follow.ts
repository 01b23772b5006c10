import {
  thingsTopic,
  type Caller,
  type ThingEvent,
  type ThingEventKind,
  type ThingsHint,
} from '@trellis/contracts';
import type { Services } from '../http/operation.js';

/** Which events are followed. */
export interface Followed {
  caller: Caller;
  /** Where to begin. */
  after: string;
  thing?: string;
  property?: string;
  kinds?: ThingEventKind[];
}

/** What comes along a stream: an event, the news that some were missed, or just where it stands. */
export type Happening =
  | { type: 'event'; cursor: string; event: ThingEvent }
  | { type: 'reset'; cursor: string }
  | { type: 'idle'; cursor: string };

/** Hints may be lost; so often it is looked without one (ms). It is a sign of life, too. */
const heartbeat = 15_000;

/** Pause where transactions under way hold events up (ms). */
const shortPause = 50;

/** So many events are read at once. */
const portion = 200;

/**
 * What happens to the things of a caller, from a place on, without gap or repetition, until `signal` is
 * aborted or units-service cannot be reached.
 */
export async function* follow(
  { units, followHints }: Pick<Services, 'units' | 'followHints'>,
  { after, ...wanted }: Followed,
  signal: AbortSignal,
): AsyncGenerator<Happening> {
  const bell = createBell(signal);
  const { developer } = wanted.caller;
  const hints = await followHints<ThingsHint>(thingsTopic(developer), (hint) => {
    if (concerns(hint, wanted)) bell.ring();
  });
  try {
    let cursor = after;
    while (!signal.aborted) {
      bell.reset();
      const page = await units('events.read', { ...wanted, after: cursor, limit: portion });
      if (page.missed) yield { type: 'reset', cursor: page.cursor };
      for (const event of page.events) yield { type: 'event', cursor: event.cursor, event };
      if (page.events.length === 0) yield { type: 'idle', cursor: page.cursor };
      cursor = page.cursor;
      if (page.events.length < portion) await bell.rung(page.more ? shortPause : heartbeat);
    }
  } finally {
    await hints.end();
  }
}

/** Whether it may be about what is followed. */
function concerns(
  { things, subject }: ThingsHint,
  { thing, caller }: Omit<Followed, 'after'>,
): boolean {
  if (thing !== undefined && things && !things.includes(thing)) return false;
  return subject === undefined || caller.subject === undefined || subject === caller.subject;
}

/** Waits for a ring, for so long at the most, or for the end. */
function createBell(signal: AbortSignal) {
  let isRung = false;
  let wake = () => {};
  const ring = () => {
    isRung = true;
    wake();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    reset: () => void (isRung = false),
    async rung(within: number): Promise<void> {
      if (isRung || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, within);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
