import type { Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { listClients } from './clients.sql.js';

export const listThingClients: Handler<'things.clients', { pool: pg.Pool }> = async (
  { pool },
  { after, limit },
) => {
  const rows = await query(pool, listClients, [after ?? null, limit]);
  const next = rows.length === limit ? rows.at(-1)!.id : undefined;
  return {
    clients: rows.flatMap(({ id, developer }) => (developer === null ? [] : [{ id, developer }])),
    next,
  };
};
