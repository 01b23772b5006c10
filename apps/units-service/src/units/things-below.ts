import type { Handler } from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.js';
import { visibleThingSql } from '../visibility/things.js';
import { findUnit } from '../visibility/units.js';
import { queryIds, reached } from './recursion.js';

interface Needs {
  prisma: PrismaClient;
  traversals: pg.Pool;
}

/** The things in a unit and in every unit below it, each once, in one query. */
export const listThingsBelow: Handler<'units.things_below', Needs> = async (
  { prisma, traversals },
  { caller, id, page },
) => {
  const { key } = await findUnit(prisma, caller, id);
  const { after, take } = pageRange(page);
  const query = `
    WITH RECURSIVE ${reached('descendants')}
    SELECT thing.id, thing.key
    FROM things thing
    WHERE thing.key IN (
        SELECT thing_key FROM unit_things
        WHERE unit_key = $1 OR unit_key IN (SELECT key FROM reached))
      AND thing.key > $2 AND ${visibleThingSql('thing', '$3')}
    ORDER BY thing.key LIMIT $4`;
  const values = [key, after, caller.subject ?? null, take];
  return toPage(await queryIds(traversals, query, values), page, (row) => row.id);
};
