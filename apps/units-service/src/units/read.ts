import { relation, type Handler, type Unit } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { rowsInOrder } from '../sets/asked.js';
import { callColumns } from '../visibility/call-columns.js';
import { noSuchUnit } from '../visibility/units.js';
import { readUnits, type UnitRow } from './read.sql.js';

/** The most references of each kind, and the most properties, shown with a unit. */
const maxEntries = 1000;

/** Units with those of their references that their callers see. */
export const readUnit: Handler<'units.read', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const { ids, developers, subjects } = callColumns(calls);
  const rows = await query(pool, readUnits, [ids, developers, subjects, maxEntries + 1]);
  return rowsInOrder(calls, rows).map((row) => (row ? toUnit(row) : noSuchUnit()));
};

function toUnit({ position: _position, ...row }: UnitRow): Unit {
  const lists = [...relation.options, 'properties'] as const;
  const truncated = lists.filter((name) => row[name].length > maxEntries);
  const unit = { ...row, truncated };
  for (const name of truncated) unit[name].length = maxEntries;
  return unit;
}
