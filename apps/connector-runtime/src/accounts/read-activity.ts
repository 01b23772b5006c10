import type { Activity, Handler, HourOfActivity } from '@trellis/contracts';
import { query } from '@trellis/database';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { countClients, readActivityRows, type ActivityRow } from './activity.sql.js';
import { slotMs, slotOf } from './count-activity.js';

const hourMs = 60 * 60_000;
const shownHours = 24;

/** Counts clients by status, per developer at most twice a minute, since there may be a million. */
export type CountClients = (developer: string) => Promise<Activity['clients']>;

/** How long counts are cached (ms), and for how many developers. */
const cacheMs = 30_000;
const maxCachedDevelopers = 1_000;

export function clientCounter(pool: Pool): CountClients {
  const cache = new LRUCache<string, Activity['clients']>({
    max: maxCachedDevelopers,
    ttl: cacheMs,
    fetchMethod: async (developer) => toCounts(await query(pool, countClients, [developer])),
  });
  return async (developer) => (await cache.fetch(developer))!;
}

function toCounts(rows: { status: string; all: number; paused: number }[]): Activity['clients'] {
  const countOf = (status: string) => {
    const row = rows.find((one) => one.status === status);
    return row ? row.all - row.paused : 0;
  };
  return {
    starting: countOf('STARTING'),
    started: countOf('STARTED'),
    error: countOf('ERROR'),
    paused: rows.reduce((total, { paused }) => total + paused, 0),
  };
}

export const readActivity: Handler<
  'activity.read',
  { pool: Pool; countClientsOf: CountClients }
> = async ({ pool, countClientsOf }, { developer }) => {
  const from = new Date(firstHour(Date.now())).toISOString();
  const [clients, rows] = await Promise.all([
    countClientsOf(developer),
    query(pool, readActivityRows, [developer, from]),
  ]);
  return { clients, hours: toHours(rows, Date.now()) };
};

/** Returns when the first hour begins (ms). The last hour ends with the current time slot. */
export const firstHour = (now: number): number => slotOf(now) + slotMs - shownHours * hourMs;

/** Sums the counts of each hour until now. */
export const toHours = (rows: readonly ActivityRow[], now: number): HourOfActivity[] =>
  byHour(rows, now).map(({ from, within }) => ({
    from,
    ...sumOf(within),
    changes: within.reduce((total, { changes }) => total + changes, 0),
  }));

/** Groups rows by hours until now. */
export function byHour<Row extends Pick<ActivityRow, 'begins'>>(rows: readonly Row[], now: number) {
  const first = firstHour(now);
  return Array.from({ length: shownHours }, (_, index) => {
    const from = first + index * hourMs;
    const within = rows.filter(
      ({ begins }) => begins.getTime() >= from && begins.getTime() < from + hourMs,
    );
    return { from: new Date(from).toISOString(), within };
  });
}

export function sumOf(within: readonly Omit<ActivityRow, 'changes'>[]) {
  type Row = (typeof within)[number];
  const total = (of: (row: Row) => number) => within.reduce((sum, row) => sum + of(row), 0);
  return {
    polls: total(({ polls }) => polls),
    failed_polls: total(({ failedPolls }) => failedPolls),
    late_polls: total(({ latePolls }) => latePolls),
    max_lateness_seconds: longest(within.map(({ maxLatenessMs }) => maxLatenessMs)),
  };
}

/** Returns the longest of some times (ms) in seconds. */
export const longest = (times: number[]): number => Math.max(0, ...times) / 1_000;
