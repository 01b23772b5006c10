import { isPlainText, type EntityReport } from '@trellis/connector-sdk';
import { query } from '@trellis/database';
import { LRUCache } from 'lru-cache';
import type { Runtime } from '../runtime.js';
import { readThingsOf } from './last-seen.sql.js';

/** Interval at which the times of reports are stored (ms), at most once for each device. */
const flushMs = 10_000;
const restMs = 60_000;

/** The most devices that are noted at once, and that are remembered as stored. */
const maxPending = 50_000;
const maxStored = 200_000;

const batchSize = 500;

const maxNames = 1_000;

interface Noted {
  client: string;
  entity: string;
  /** When (ms, by `performance.now()`). */
  at: number;
  names: Set<string>;
}

/** Notes when devices report, even unchanged values, and stores it coarsely: once a minute for a device. */
export interface LastSeen {
  note(client: string, report: EntityReport): void;
  /** Stores what is due. */
  flush(): Promise<void>;
}

type Needs = Pick<Runtime, 'pool' | 'units'> & { now?: () => number };

export function createLastSeen({ pool, units, now = () => performance.now() }: Needs): LastSeen {
  const pending = new Map<string, Noted>();
  const stored = new LRUCache<string, number>({ max: maxStored });

  function add(client: string, entity: string, names: string[]): void {
    // One that cannot be stored would fail the statement for all.
    if (!entity.isWellFormed() || entity.includes('\0')) return;
    const key = `${client} ${entity}`;
    const noted = pending.get(key) ?? { client, entity, at: 0, names: new Set<string>() };
    noted.at = now();
    for (const name of names) {
      if (noted.names.size < maxNames && isPlainText(name)) noted.names.add(name);
    }
    if (pending.size < maxPending || pending.has(key)) pending.set(key, noted);
  }

  /** Takes the times that are due; the others wait until their minute is over. */
  function take(): Noted[] {
    const due: Noted[] = [];
    for (const [key, noted] of pending) {
      if (now() - (stored.get(key) ?? -Infinity) < restMs) continue;
      pending.delete(key);
      stored.set(key, now());
      due.push(noted);
    }
    return due;
  }

  function putBack(noted: Noted): void {
    const key = `${noted.client} ${noted.entity}`;
    stored.delete(key);
    const later = pending.get(key);
    if (later) for (const name of noted.names) later.names.add(name);
    else pending.set(key, noted);
  }

  async function store(batch: Noted[]): Promise<void> {
    const rows = await query(pool, readThingsOf, [
      batch.map(({ client }) => client),
      batch.map(({ entity }) => entity),
    ]);
    const thingOf = new Map(rows.map((row) => [`${row.client} ${row.entity}`, row.thing]));
    const things = batch.flatMap(({ client, entity, at, names }) => {
      const id = thingOf.get(`${client} ${entity}`);
      return id === undefined ? [] : { client, id, names: [...names], age_ms: now() - at };
    });
    if (things.length > 0) await units('things.seen', { things });
  }

  return {
    note(client, { entities, events = [] }) {
      for (const { id, values, isRemembered } of entities) {
        if (!isRemembered) add(client, id, Object.keys(values));
      }
      for (const { device } of events) add(client, device, []);
    },
    async flush() {
      const due = take();
      for (let start = 0; start < due.length; start += batchSize) {
        const batch = due.slice(start, start + batchSize);
        await store(batch).catch((error: unknown) => {
          // The next flush stores it with what was reported since.
          for (const noted of due.slice(start)) putBack(noted);
          throw error;
        });
      }
    },
  };
}

/** How often {@link LastSeen.flush} is due (ms). */
export const lastSeenIntervalMs = flushMs;
