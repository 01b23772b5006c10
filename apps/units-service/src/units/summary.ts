import {
  capability,
  maxSummaryEntries,
  shownAs,
  type Handler,
  type UnitSummary,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { tooManyLinks, type Traversals } from '../database/traversals.js';
import { findUnit } from '../visibility/find-unit.js';
import { noSuchUnit } from '../visibility/rules.js';
import { summarize, type SummaryRow } from './summary.sql.js';

/** The types and properties of capabilities, as columns. */
const names = capability.options;
const shown = names.map((name) => shownAs(name));
const shownColumns = [
  names,
  shown.map(({ type }) => type),
  shown.map(({ property }) => property ?? null),
];

export const summarizeUnit: Handler<'units.summary', { traversals: Traversals }> = (
  { traversals },
  { caller, id, of },
  { expiresAt },
) =>
  traversals({ developer: caller.developer, expiresAt, tooSlow: tooManyLinks }, async (db) => {
    const unit = await findUnit(db, caller, id);
    if (!unit) throw noSuchUnit();
    const names = [...new Set(of)];
    const subject = caller.subject ?? null;
    return toSummary(
      await readSummary(db, [unit.key, subject, names, ...shownColumns, maxSummaryEntries]),
    );
  });

/** Reads a summary without sorting: PostgreSQL expects few units, and would sort them to count their types. */
async function readSummary(db: pg.PoolClient, values: unknown[]): Promise<SummaryRow> {
  await db.query('BEGIN READ ONLY; SET LOCAL enable_sort = off');
  try {
    const [row] = await query(db, summarize, values);
    return row!;
  } finally {
    await db.query('ROLLBACK');
  }
}

const toSummary = ({ summary: { units, things, clients, values } }: SummaryRow): UnitSummary => ({
  units,
  things,
  clients: clients.map(({ id, code, since, things }) => {
    return { id, code, since: new Date(since).toISOString(), things };
  }),
  values: values.map(({ unit, ...value }) => ({ ...value, ...(unit && { unit }) })),
});
