import { relation, type Handler, type Unit } from '@trellis/contracts';
import { boundedOutcomes, query, queryBounded } from '@trellis/database';
import type pg from 'pg';
import { callColumns, callerColumns } from '../batches/calls.js';
import { noSuchUnit } from '../visibility/rules.js';
import { readUnits, showUnitsByIds, type UnitRow } from './read.sql.js';

/** The maximum number of references of each kind, and of properties, shown with a unit. */
const maxEntries = 1000;

/** Reads units with the references that their callers see. */
export const readUnit: Handler<'units.read', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const values = [...callColumns(calls), maxEntries + 1];
  const rows = await queryBounded(pool, readUnits, calls, values);
  return boundedOutcomes(calls, rows, (row) => (row ? toUnit(row) : noSuchUnit()));
};

/** Reads the unit of one call within a transaction; `columns` are those of `callColumns`. */
export async function readStoredUnit(db: pg.PoolClient, columns: unknown[]): Promise<Unit> {
  const [row] = await query(db, readUnits.ofOne, [...columns, maxEntries + 1]);
  if (!row) throw noSuchUnit();
  return toUnit(row);
}

function toUnit({ position: _position, deferredFrom: _from, ...row }: UnitRow): Unit {
  const shown = row.properties.slice(0, maxEntries).filter((property) => property !== null);
  const truncated: Unit['truncated'] = relation.options.filter(
    (name) => row[name].length > maxEntries,
  );
  const unit = { truncated, ...row, properties: shown };
  for (const name of relation.options) unit[name].splice(maxEntries);
  if (shown.length < row.properties.length) truncated.push('properties');
  return unit;
}

export const showUnits: Handler<'units.show', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const ids = calls.map(({ input }) => input.ids.join('\n'));
  const rows = await query(pool, showUnitsByIds, [...callerColumns(calls), ids]);
  return boundedOutcomes(calls, rows, (row) => ({ units: row!.units }));
};
