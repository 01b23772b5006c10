import {
  requireExpected,
  unitVersion,
  type Handler,
  type QuotaLimits,
  type Received,
  type UnitsContract,
} from '@trellis/contracts';
import { inTransaction, query, type Deadline } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../audit/record.js';
import { refuseProperties } from '../quotas/refuse.js';
import { callColumns } from '../batches/call-columns.js';
import { noSuchUnit } from '../visibility/units.js';
import { findRepeatedName } from './create.js';
import { checkJsonLd } from './json-ld/check.js';
import type { JsonLdProcessor } from './json-ld/processor.js';
import { readStoredUnit } from './read.js';
import { clearProperties, fillProperties, lockUnit, storeUnit } from './update.sql.js';

interface Needs {
  pool: pg.Pool;
  jsonLd: JsonLdProcessor;
  quotas: QuotaLimits<'units'>;
}

type Input = Received<UnitsContract, 'units.update'>;

/** Changes the given members of a unit: name, type, and all properties. */
export const updateUnit: Handler<'units.update', Needs> = async (
  { pool, jsonLd, quotas },
  input,
  deadline,
) => {
  const { properties = [], caller, expected } = input;
  const refusal =
    findRepeatedName(properties) ??
    refuseProperties(quotas, { properties: 0, bytes: 0 }, properties);
  if (refusal) throw refusal;
  for (const [index, { value }] of properties.entries()) {
    const pointer = `/properties/${index}/value`;
    await checkJsonLd(jsonLd, { value, pointer, developer: caller.developer, ...deadline });
  }
  return inTransaction(
    pool,
    async (db) => {
      const columns = columnsOf(input, deadline);
      const [unit] = await query(db, lockUnit, columns);
      if (!unit) throw noSuchUnit();
      if (expected) requireExpected(unitVersion(await readStoredUnit(db, columns)), expected);
      await store(db, unit.key, input);
      return { version: unitVersion(await readStoredUnit(db, columns)) };
    },
    deadline,
  );
};

function columnsOf(input: Input, deadline: Deadline) {
  return callColumns([{ input, ...deadline }]);
}

async function store(
  db: pg.PoolClient,
  key: string,
  { name, type, properties, audit }: Input,
): Promise<void> {
  const entries = entriesOf([{ input: { audit } }]);
  await query(db, storeUnit, [key, name ?? null, type ?? null, entries]);
  if (!properties) return;
  await query(db, clearProperties, [key]);
  await query(db, fillProperties, [
    key,
    properties.map(({ name }) => name),
    properties.map(({ value }) => JSON.stringify(value)),
  ]);
}
