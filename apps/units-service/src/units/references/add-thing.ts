import { Problem, type Handler } from '@trellis/contracts';
import { firstDeadline, query } from '@trellis/database';
import type pg from 'pg';
import { entriesOf } from '../../audit/record.js';
import { rowsInOrder } from '../../batches/calls.js';
import { callColumns, toId } from '../../batches/call-columns.js';
import { noSuchThing } from '../../visibility/things.js';
import { noSuchUnit } from '../../visibility/units.js';
import { addThings } from './add.sql.js';

/** Adds things to units, unless they are in them already. */
export const addThing: Handler<'units.add_thing', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const added = calls.map(({ input }) => toId(input.thing));
  const rows = await query(
    pool,
    addThings,
    [...callColumns(calls), added, entriesOf(calls)],
    firstDeadline(calls),
  );
  return rowsInOrder(calls, rows).map((row) => {
    if (!row) return noSuchUnit();
    return row.hasThing ? {} : unknownThing();
  });
};

function unknownThing(): Problem {
  const detail = noSuchThing().message;
  return new Problem('unknown_reference', detail, { errors: [{ pointer: '/id', detail }] });
}
