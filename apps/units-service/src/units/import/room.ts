import {
  quotaExceeded,
  type Problem,
  type QuotaLimits,
  type UnitProperty,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { lockUnitCounts } from '../../quotas/lock.sql.js';
import { refuseProperties, withProperties, type PropertyUse } from '../../quotas/quotas.js';
import type { CheckedLine, ImportMode } from './check-line.js';
import type { ResolvedId } from './file-ids.js';
import { findProperties, measureOthers, measureUnits } from './import.sql.js';

/** The remaining room of quotas while lines are planned one after the other. */
export interface Room {
  /** Returns the problem of a line that exceeds a quota. `unit` is its key, or its id if it is new. */
  refuse(unit: string, line: CheckedLine, isNew: boolean): Problem | undefined;
  /** Counts the units and properties that a line adds. */
  take(unit: string, line: CheckedLine, isNew: boolean): void;
}

/** The properties of a unit: their use of quotas, and the names that lines may repeat. */
interface KnownProperties {
  use: PropertyUse;
  names: Set<string>;
}

const noProperties = (): KnownProperties => ({
  use: { properties: 0, bytes: 0 },
  names: new Set(),
});

/**
 * Reads and locks the use of quotas until the end of the transaction. Nothing is read for lines that create no unit and add
 * no property.
 */
export async function openRoom(
  db: pg.PoolClient,
  {
    developer,
    quotas,
    mode,
  }: { developer: string; quotas: QuotaLimits<'units'>; mode: ImportMode },
  lines: readonly CheckedLine[],
  units: ReadonlyMap<string, ResolvedId>,
): Promise<Room> {
  const writing =
    mode === 'replace' ? lines : lines.filter(({ properties }) => properties.length > 0);
  const known = await readNearlyFull(db, { quotas, mode }, propertiesByUnit(writing, units));
  const createsUnits = lines.some(({ id }) => units.get(id)!.key === undefined);
  const [row] = createsUnits ? await query(db, lockUnitCounts, [[developer]]) : [];
  let unitCount = Number(row?.used ?? 0);

  const added = (unit: KnownProperties, { properties }: CheckedLine) =>
    properties.filter(({ name }) => !unit.names.has(name));

  return {
    refuse(unit, line, isNew) {
      if (isNew && unitCount >= quotas.units) {
        return quotaExceeded('units', { limit: quotas.units, used: unitCount });
      }
      const present = isNew ? noProperties() : known.get(unit);
      return present && refuseProperties(quotas, present.use, added(present, line));
    },
    take(unit, line, isNew) {
      if (isNew) {
        unitCount += 1;
        known.set(unit, noProperties());
      }
      const present = known.get(unit);
      if (!present) return;
      const properties = added(present, line);
      present.use = withProperties(present.use, properties);
      for (const { name } of properties) present.names.add(name);
    },
  };
}

/** Groups the properties in the lines of existing units by their keys. */
function propertiesByUnit(
  lines: readonly CheckedLine[],
  units: ReadonlyMap<string, ResolvedId>,
): Map<string, UnitProperty[]> {
  const found = new Map<string, UnitProperty[]>();
  for (const { id, properties } of lines) {
    const { key } = units.get(id)!;
    if (key === undefined) continue;
    found.set(key, [...(found.get(key) ?? []), ...properties]);
  }
  return found;
}

/** Finds the units that might not have room for all properties of their lines. */
async function readNearlyFull(
  db: pg.PoolClient,
  { quotas, mode }: { quotas: QuotaLimits<'units'>; mode: ImportMode },
  written: ReadonlyMap<string, UnitProperty[]>,
): Promise<Map<string, KnownProperties>> {
  const nearlyFull = new Map<string, KnownProperties>();
  const rows = written.size === 0 ? [] : await query(db, measureUnits, [[...written.keys()]]);
  for (const { unit, properties, bytes } of rows) {
    const use = { properties: Number(properties), bytes: Number(bytes) };
    if (refuseProperties(quotas, use, written.get(unit)!)) {
      nearlyFull.set(unit, { use, names: new Set() });
    }
  }
  if (nearlyFull.size === 0) return nearlyFull;
  if (mode === 'replace') return measureWithout(db, nearlyFull, written);
  const pairs = [...nearlyFull.keys()].flatMap((unit) =>
    written.get(unit)!.map(({ name }) => ({ unit, name })),
  );
  const columns = [pairs.map(({ unit }) => unit), pairs.map(({ name }) => name)];
  for (const { unit, name } of await query(db, findProperties, columns)) {
    nearlyFull.get(unit)!.names.add(name);
  }
  return nearlyFull;
}

/** Measures the properties of units without those that lines replace. */
async function measureWithout(
  db: pg.PoolClient,
  nearlyFull: Map<string, KnownProperties>,
  written: ReadonlyMap<string, UnitProperty[]>,
): Promise<Map<string, KnownProperties>> {
  for (const [unit, known] of nearlyFull) {
    const names = written.get(unit)!.map(({ name }) => name);
    const [row] = await query(db, measureOthers, [unit, names]);
    known.use = { properties: Number(row!.properties), bytes: Number(row!.bytes) };
  }
  return nearlyFull;
}
