import { lateAfterMs } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Logger } from '@trellis/platform';
import type { Pool } from 'pg';
import { addActivity } from './activity.sql.js';

export const slotMs = 10 * 60_000;

/** How often counts are stored (ms). A killed process loses that much. */
const storeIntervalMs = 5_000;

/** How many rows one statement writes, and how many may wait for it. */
const batchSize = 1_000;
const maxWaiting = 10_000;

/** The longest lateness that can be stored (ms): 24 days. */
const maxStoredMs = 2 ** 31 - 1;

/** A poll that the technology answered or that failed. */
interface CountedPoll {
  connectorType: string;
  isFailed: boolean;
  /** How late it began. */
  latenessMs: number;
  durationMs: number;
}

/** Counts the polls and changes of each developer. */
export interface ActivityCounter {
  addPoll(developer: string, poll: CountedPoll): void;
  /** Counts things that were new or had changed. */
  addChanges(developer: string, changes: number): void;
}

/** Counts of a developer in one time slot: polls of a connector type, or changes. */
interface Counted {
  developer: string;
  begins: number;
  connectorType: string;
  polls: number;
  failed: number;
  late: number;
  maxLatenessMs: number;
  durationMs: number;
  maxDurationMs: number;
  changes: number;
}

interface Needs {
  pool: Pool;
  log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Counts in memory and adds the counts to the database every few seconds, so that polls never wait. While the database
 * is away, counts collect within bounds; those that it stored without confirming are counted twice. `stop` stores the
 * rest.
 */
export function startCounting(
  needs: Needs,
): ActivityCounter & { store(): Promise<void>; stop(): Promise<void> } {
  const { log } = needs;
  let waiting = new Map<string, Counted>();
  let isFailing = false;
  let storing = Promise.resolve();

  function add(count: Counted): void {
    const key = `${count.begins} ${count.connectorType} ${count.developer}`;
    const before = waiting.get(key);
    if (before) waiting.set(key, sum(before, count));
    else if (waiting.size < maxWaiting) waiting.set(key, count);
  }

  const addNow = (developer: string, count: Partial<Counted>) =>
    add({ ...nothing, developer, begins: slotOf(Date.now()), ...count });

  async function storeAll(): Promise<void> {
    const counts = [...waiting.values()];
    waiting = new Map();
    try {
      while (counts.length > 0) {
        await write(needs.pool, counts.slice(0, batchSize));
        counts.splice(0, batchSize);
      }
      if (isFailing) log.info('activity is stored again');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'activity waits to be stored');
      isFailing = true;
      counts.forEach(add);
    }
  }

  const store = () => (storing = storing.then(storeAll));
  const timer = setInterval(() => void store(), storeIntervalMs);
  return {
    addPoll: (developer, { connectorType, isFailed, latenessMs, durationMs }) =>
      addNow(developer, {
        connectorType,
        polls: 1,
        failed: isFailed ? 1 : 0,
        late: latenessMs > lateAfterMs ? 1 : 0,
        maxLatenessMs: storableMs(latenessMs),
        durationMs: storableMs(durationMs),
        maxDurationMs: storableMs(durationMs),
      }),
    addChanges(developer, changes) {
      if (changes > 0) addNow(developer, { changes });
    },
    store,
    stop() {
      clearInterval(timer);
      return store();
    },
  };
}

const storableMs = (ms: number): number => Math.min(Math.round(ms), maxStoredMs);

/** Returns when the time slot of an instant begins (ms). */
export const slotOf = (time: number): number => time - (time % slotMs);

const nothing = {
  connectorType: '',
  polls: 0,
  failed: 0,
  late: 0,
  maxLatenessMs: 0,
  durationMs: 0,
  maxDurationMs: 0,
  changes: 0,
};

const sum = (one: Counted, other: Counted): Counted => ({
  ...one,
  polls: one.polls + other.polls,
  failed: one.failed + other.failed,
  late: one.late + other.late,
  maxLatenessMs: Math.max(one.maxLatenessMs, other.maxLatenessMs),
  durationMs: one.durationMs + other.durationMs,
  maxDurationMs: Math.max(one.maxDurationMs, other.maxDurationMs),
  changes: one.changes + other.changes,
});

const write = (pool: Pool, counts: Counted[]) =>
  query(pool, addActivity, [
    counts.map(({ developer }) => developer),
    counts.map(({ begins }) => new Date(begins).toISOString()),
    counts.map(({ connectorType }) => connectorType),
    counts.map(({ polls }) => polls),
    counts.map(({ failed }) => failed),
    counts.map(({ late }) => late),
    counts.map(({ maxLatenessMs }) => maxLatenessMs),
    counts.map(({ durationMs }) => durationMs),
    counts.map(({ maxDurationMs }) => maxDurationMs),
    counts.map(({ changes }) => changes),
  ]);
