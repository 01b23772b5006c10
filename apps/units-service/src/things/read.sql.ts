import { statement } from '@trellis/database';
import { askedSql, onResource } from '../sets/asked.js';
import { joinAskedThingSql } from '../visibility/things.js';
import { thingColumns, type ThingRow } from './row.js';

/** Reads things: $1 ids, $2 developers, $3 subjects or nulls. */
export const readThings = statement<ThingRow & { position: number }>(
  'things.read',
  `SELECT asked.position::int AS position, ${thingColumns('thing')}
  FROM ${askedSql(onResource)} ${joinAskedThingSql}`,
);
