import type pg from 'pg';
import { keepPartitions } from '../partitions/keep.js';
import { countKept } from './count.js';

const dayMs = 24 * 60 * 60_000;

interface KeepOptions {
  /** How long values are kept (days); 0 for not at all. */
  days: number;
  /** The most values of one developer that are kept on one day. */
  maxValuesPerDay: number;
}

/** Makes and drops the partitions of the history, and keeps developers within their quota. */
export async function keepHistory(
  pool: pg.Pool,
  { days, maxValuesPerDay }: KeepOptions,
): Promise<void> {
  await switchTriggers(pool, days > 0);
  await keepPartitions(pool, { table: 'thing_history', column: 'second', days });
  await pool.query('DELETE FROM client_outages WHERE until < $1', [
    new Date(Date.now() - days * dayMs),
  ]);
  await countKept(pool, maxValuesPerDay);
}

const triggers = ['record_history', 'record_outage'];

/** Has changes of values noted, or not: while they are not, they cost nothing. */
async function switchTriggers(pool: pg.Pool, isOn: boolean): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT tgname AS name FROM pg_trigger
    WHERE tgrelid = 'things'::regclass AND tgname = ANY ($1) AND (tgenabled <> 'D') <> $2`,
    [triggers, isOn],
  );
  for (const { name } of rows) {
    await pool.query(`ALTER TABLE things ${isOn ? 'ENABLE' : 'DISABLE'} TRIGGER ${name}`);
  }
}
