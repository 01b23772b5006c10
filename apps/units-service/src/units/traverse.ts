import type { Handler } from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.js';
import { findUnit } from '../visibility/units.js';
import { queryKeys, reached } from './recursion.js';

interface Needs {
  prisma: PrismaClient;
  traversals: pg.Pool;
}

/** Every unit below or above one, each once, in one query. */
export const traverseUnits: Handler<'units.traverse', Needs> = async (
  { prisma, traversals },
  { caller, id, page, direction, depth, type },
) => {
  const { key } = await findUnit(prisma, caller, id);
  const { after, take } = pageRange(page);
  const query = `
    WITH RECURSIVE ${reached(direction, depth === undefined ? undefined : '$6')}
    SELECT unit.id, unit.key
    FROM units unit
    WHERE unit.key IN (SELECT key FROM reached)
      AND unit.key > $2 AND ($3::text IS NULL OR unit.type = $3)
      AND ($4::text IS NULL OR unit.owner_subject = $4 OR EXISTS (
        SELECT 1 FROM unit_subjects linked
        WHERE linked.unit_key = unit.key AND linked.subject = $4))
    ORDER BY unit.key LIMIT $5`;
  const values = [key, after, type ?? null, caller.subject ?? null, take];
  if (depth !== undefined) values.push(depth);
  return toPage(await queryKeys(traversals, query, values), page, (row) => row.id);
};
