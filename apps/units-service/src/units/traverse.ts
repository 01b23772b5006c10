import type { Handler } from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.js';
import { findUnit, visibleUnitSql } from '../visibility/units.js';
import { queryIds, reached } from './recursion.js';

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
      AND ${visibleUnitSql('unit', '$4')}
    ORDER BY unit.key LIMIT $5`;
  const values = [key, after, type ?? null, caller.subject ?? null, take];
  if (depth !== undefined) values.push(depth);
  return toPage(await queryIds(traversals, query, values), page, (row) => row.id);
};
