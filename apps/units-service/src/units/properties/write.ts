import type { CallInSet, Problem, Received, UnitsContract } from '@trellis/contracts';
import { firstDeadline, query, type Statement } from '@trellis/database';
import type pg from 'pg';
import { rowsInOrder } from '../../sets/asked.js';
import { callColumns } from '../../visibility/call-columns.js';
import { noSuchUnit } from '../../visibility/units.js';
import { writeChecked } from '../json-ld/write-checked.js';
import type { JsonLdProcessor } from '../json-ld/processor.js';
import type { WrittenRow } from './write.sql.js';

/** What handlers that write properties work with. */
export interface Needs {
  pool: pg.Pool;
  jsonLd: JsonLdProcessor;
}

type Input = Received<UnitsContract, 'units.add_property' | 'units.update_property'>;

/**
 * Writes the properties of a set of calls once their values have been checked. `unchanged` is the
 * problem of a call that changed nothing although its caller sees the unit.
 */
export const writeProperties = (
  { pool, jsonLd }: Needs,
  calls: readonly CallInSet<Input>[],
  { write, unchanged }: { write: Statement<WrittenRow>; unchanged: (input: Input) => Problem },
) =>
  writeChecked(jsonLd, calls, {
    valuesOf: ({ property: { value } }) => [{ value, pointer: '/value' }],
    async write(calls) {
      const { ids, developers, subjects } = callColumns(calls);
      const names = calls.map(({ input }) => input.property.name);
      const values = calls.map(({ input }) => JSON.stringify(input.property.value));
      const rows = await query(
        pool,
        write,
        [ids, developers, subjects, names, values],
        firstDeadline(calls),
      );
      return rowsInOrder(calls, rows).map((row, index) => {
        if (!row) return noSuchUnit();
        return row.changed ? {} : unchanged(calls[index]!.input);
      });
    },
  });
