import {
  lineLists,
  type Caller,
  type Handler,
  type LineList,
  type UnitLine,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { findUnit } from '../visibility/find-unit.js';
import { noSuchUnit } from '../visibility/rules.js';
import { exportedLists, exportedUnits, type ExportedUnit } from './export.sql.js';

/** The maximum number of entries of a list in one line; a longer list continues in lines of its own. */
const maxEntries = 1_000;

interface Page {
  lines: UnitLine[];
  next?: string;
}

/** Exports the units that the caller sees, in order of creation, as lines for an import. */
export const exportUnits: Handler<'units.export', { pool: pg.Pool }> = async (
  { pool },
  { caller, limit, from, cursor },
) => {
  const start = cursor ?? (await keyBefore(pool, caller, from));
  const [after, list, entry] = start.split('.') as [string, LineList?, string?];
  return list === undefined
    ? readUnits(pool, { caller, limit, after })
    : readList(pool, { caller, unit: after, list, after: entry! });
};

async function keyBefore(pool: pg.Pool, caller: Caller, id: string | undefined): Promise<string> {
  if (id === undefined) return '0';
  const unit = await findUnit(pool, caller, id);
  if (!unit) throw noSuchUnit();
  return String(BigInt(unit.key) - 1n);
}

async function readUnits(
  pool: pg.Pool,
  { caller, limit, after }: { caller: Caller; limit: number; after: string },
): Promise<Page> {
  const { developer, subject = null } = caller;
  const values = [developer, subject, after, limit, maxEntries + 1];
  const units = await query(pool, exportedUnits, values);
  const lines: UnitLine[] = [];
  for (const unit of units) {
    const long = lineLists.find((list) => isLong(unit[list]));
    lines.push(toLine(unit, long));
    if (long !== undefined) return { lines, next: `${unit.key}.${long}.0` };
  }
  const found = units[0]?.found ?? 0;
  const isEnd = units.length === found && found < limit;
  return { lines, ...(!isEnd && { next: units.at(-1)!.key }) };
}

const isLong = (list: unknown[]): boolean => list.length > maxEntries || list.includes(null);

/** Converts a unit to a line, without empty lists, and without a long list and those after it. */
function toLine({ id, name, type, ...unit }: ExportedUnit, long?: LineList): UnitLine {
  const shown = long === undefined ? lineLists : lineLists.slice(0, lineLists.indexOf(long));
  const lists = shown.filter((list) => unit[list].length > 0).map((list) => [list, unit[list]]);
  return { id, name, type, ...Object.fromEntries(lists) };
}

async function readList(
  pool: pg.Pool,
  { caller, unit, list, after }: { caller: Caller; unit: string; list: LineList; after: string },
): Promise<Page> {
  const { developer, subject = null } = caller;
  const values = [developer, subject, unit, after, maxEntries];
  const rows = await query(pool, exportedLists[list], values);
  const following = lineLists[lineLists.indexOf(list) + 1];
  const found = rows[0]?.found ?? 0;
  const isEnd = rows.length === found && found < maxEntries;
  const next = isEnd
    ? following === undefined
      ? unit
      : `${unit}.${following}.0`
    : `${unit}.${list}.${rows.at(-1)!.key}`;
  if (rows.length === 0) return { lines: [], next };
  const { id, name, type } = rows[0]!;
  return { lines: [{ id, name, type, [list]: rows.map(({ entry }) => entry) }], next };
}
