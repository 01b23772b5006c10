import type pg from 'pg';
import { maintainPartitions } from '../database/partitions.js';
import { countValues } from './count-values.js';

const dayMs = 24 * 60 * 60_000;

interface HistoryOptions {
  /** The retention of values (days); 0 turns the history off. */
  days: number;
  /** The maximum number of values of one developer that are stored in one day. */
  maxValuesPerDay: number;
}

/** Creates and drops the partitions of the history, and pauses the history of developers at their quota. */
export async function maintainHistory(
  pool: pg.Pool,
  { days, maxValuesPerDay }: HistoryOptions,
): Promise<void> {
  await switchTriggers(pool, days > 0);
  await maintainPartitions(pool, { table: 'thing_history', column: 'second', days });
  await pool.query('DELETE FROM client_outages WHERE until < $1', [
    new Date(Date.now() - days * dayMs),
  ]);
  await countValues(pool, maxValuesPerDay);
}

const triggers = ['record_history', 'record_outage'];

/** Turns the recording of the history on or off. Turned off, it costs nothing. */
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
