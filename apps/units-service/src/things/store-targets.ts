import { query } from '@trellis/database';
import type pg from 'pg';
import { storeTargets } from './targets.sql.js';
import { firstEnd, formatTargets, type Changed } from './targets.js';

/** New targets of a thing. */
export interface ThingTargets extends Changed {
  /** Of the thing. */
  key: string;
  /** When the device was observed; null if it was not. */
  observed: string | null;
}

/** Stores targets, each thing once. */
export async function storeChanged(db: pg.PoolClient, changed: ThingTargets[]): Promise<void> {
  if (changed.length === 0) return;
  const events = changed.flatMap(({ key, events }) => events.map((event) => ({ key, ...event })));
  const attributions = changed.flatMap(({ key, attributions }) =>
    attributions.map((one) => ({ key, ...one })),
  );
  await query(db, storeTargets, [
    changed.map(({ key }) => key),
    changed.map(({ targets }) => formatTargets(targets)),
    changed.map(({ targets }) => firstEnd(targets)),
    changed.map(({ observed }) => observed),
    events.map(({ key }) => key),
    events.map(({ name }) => name),
    events.map(({ target }) => JSON.stringify(target)),
    events.map(({ by }) => (by ? JSON.stringify(by) : null)),
    attributions.map(({ key }) => key),
    attributions.map(({ name }) => name),
    attributions.map(({ since }) => new Date(since)),
    attributions.map(({ by }) => JSON.stringify(by)),
  ]);
}
