import type { Activity, Handler, HourOfActivity } from '@trellis/contracts';
import { query } from '@trellis/database';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { countClients, readActivityRows, type ActivityRow } from './activity.sql.js';
import { slotMs, slotOf } from './count-activity.js';

const hourMs = 60 * 60_000;
const shownHours = 24;

/** Counts clients by status; those of a developer at most twice a minute, since there may be a million. */
export type CountClients = (developer: string) => Promise<Activity['clients']>;

/** How long a count is shown (ms), and of how many developers it is kept. */
const keptMs = 30_000;
const keptDevelopers = 1_000;

export function clientCounter(pool: Pool): CountClients {
  const kept = new LRUCache<string, Activity['clients']>({
    max: keptDevelopers,
    ttl: keptMs,
    fetchMethod: async (developer) => toCounts(await query(pool, countClients, [developer])),
  });
  return async (developer) => (await kept.fetch(developer))!;
}

function toCounts(rows: { status: string; all: number; paused: number }[]): Activity['clients'] {
  const countOf = (asked: string) => {
    const row = rows.find(({ status }) => status === asked);
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

/** When the first hour begins: the last one ends with the ten minutes that have begun (ms). */
const firstHour = (now: number): number => slotOf(now) + slotMs - shownHours * hourMs;

/** The hours until now, each the sum of what was counted in it. */
export function toHours(rows: readonly ActivityRow[], now: number): HourOfActivity[] {
  const first = firstHour(now);
  return Array.from({ length: shownHours }, (_, index) => {
    const from = first + index * hourMs;
    const within = rows.filter(
      ({ begins }) => begins.getTime() >= from && begins.getTime() < from + hourMs,
    );
    const total = (of: (row: ActivityRow) => number) =>
      within.reduce((sum, row) => sum + of(row), 0);
    return {
      from: new Date(from).toISOString(),
      polls: total(({ polls }) => polls),
      failed_polls: total(({ failedPolls }) => failedPolls),
      late_polls: total(({ latePolls }) => latePolls),
      max_lateness_seconds:
        Math.max(0, ...within.map(({ maxLatenessMs }) => maxLatenessMs)) / 1_000,
      changes: total(({ changes }) => changes),
    };
  });
}
