import type {
  BatchedCall,
  Problem,
  QuotaLimits,
  Received,
  UnitsContract,
} from '@trellis/contracts';
import { firstDeadline, query, type Statement } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../../audit/record.js';
import type { PropertyUse } from '../../quotas/refuse.js';
import { rowsInOrder } from '../../batches/calls.js';
import { callColumns } from '../../batches/call-columns.js';
import { noSuchUnit } from '../../visibility/units.js';
import { expectedColumn } from './repeated.js';
import { writeChecked } from '../json-ld/write-checked.js';
import type { JsonLdProcessor } from '../json-ld/processor.js';
import type { WrittenRow } from './write.sql.js';

/** The dependencies of handlers that write properties. */
export interface Needs {
  pool: pg.Pool;
  jsonLd: JsonLdProcessor;
  quotas: QuotaLimits<'units'>;
}

export type Call = BatchedCall<
  Received<UnitsContract, 'units.add_property' | 'units.update_property'>
>;
type Outcome = Problem | Record<never, never>;

interface Write {
  statement: Statement<WrittenRow>;
  /** The quotas that are its last parameters. */
  limits: number[];
  /** Returns the problem of a call that changed nothing although its caller sees the unit. */
  unchanged: (input: Call['input']) => Problem;
  refuse: (used: PropertyUse) => Problem;
}

/** Writes the properties of a batch of calls once their values have been checked. */
export const writeProperties = ({ pool, jsonLd }: Needs, calls: readonly Call[], write: Write) =>
  writeChecked(jsonLd, calls, {
    valuesOf: ({ property: { value } }) => [{ value, pointer: '/value' }],
    write: (calls) => writeSet(pool, calls, write),
  });

/**
 * Writes properties, unit by unit. If a unit has no room for all of them, they are written one by one afterwards, in order,
 * so that only those beyond its quotas are refused.
 */
async function writeSet(
  pool: pg.Pool,
  calls: readonly Call[],
  write: Write,
): Promise<(Outcome | Promise<Outcome>)[]> {
  const names = calls.map(({ input }) => input.property.name);
  const values = calls.map(({ input }) => JSON.stringify(input.property.value));
  const rows = await query(
    pool,
    write.statement,
    [
      ...callColumns(calls),
      names,
      values,
      expectedColumn(calls),
      entriesOf(calls),
      ...write.limits,
    ],
    firstDeadline(calls),
  );
  let last: Promise<unknown> = Promise.resolve();
  return rowsInOrder(calls, rows).map((row, index) => {
    const call = calls[index]!;
    if (!row) return noSuchUnit();
    if (row.fits) return row.changed ? {} : write.unchanged(call.input);
    if (calls.length === 1) {
      return write.refuse({ properties: Number(row.properties), bytes: Number(row.bytes) });
    }
    const alone = last.then(async (): Promise<Outcome> => {
      const [outcome] = await writeSet(pool, [call], write);
      return outcome!;
    });
    last = alone.catch(() => undefined);
    return alone;
  });
}
