import { Problem, type Handler } from '@trellis/contracts';
import { boundedOutcomes, maxResourceBytes, queryBounded } from '@trellis/database';
import type pg from 'pg';
import { callColumns } from '../batches/call-columns.js';
import { noSuchThing } from '../visibility/things.js';
import { readThings } from './read.sql.js';
import { toThing } from './row.js';

export const readThing: Handler<'things.read', { pool: pg.Pool }> = async ({ pool }, calls) => {
  const rows = await queryBounded(pool, readThings, calls, callColumns(calls));
  return boundedOutcomes(calls, rows, (row) => {
    if (!row) return noSuchThing();
    return row.id === null ? tooLarge() : toThing(row);
  });
};

const tooLarge = () =>
  new Problem(
    'answer_too_large',
    `The description of the thing and its values exceed ${maxResourceBytes} bytes.`,
  );
