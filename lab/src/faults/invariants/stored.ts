import type { System } from '../../system/system.js';
import { devices } from '../traffic/clients.js';

/** Queries for rows that must never exist. */
const impossible: Record<string, string> = {
  'a thing without its client': `
    SELECT id FROM units.things WHERE client_id IS NOT NULL
      AND client_id NOT IN (SELECT id FROM connectors.clients)`,
  'a mapping without its thing': `
    SELECT thing AS id FROM connectors.mappings
    WHERE thing NOT IN (SELECT id FROM units.things)`,
  'a link to a unit that is not there': `
    SELECT parent_key || ' ' || child_key AS id FROM units.unit_links
    WHERE parent_key NOT IN (SELECT key FROM units.units)
      OR child_key NOT IN (SELECT key FROM units.units)`,
  'a unit without parents that is not noted as one': `
    SELECT id FROM units.units WHERE key NOT IN (SELECT child_key FROM units.unit_links)
      AND key NOT IN (SELECT unit_key FROM units.unit_roots)`,
  'an event that was never delivered': `
    SELECT id FROM connectors.deliveries WHERE status = 'failed' AND interaction_id IS NULL`,
  'a cycle of units': `
    WITH RECURSIVE walk AS (
      SELECT parent_key, child_key FROM units.unit_links
      UNION ALL
      SELECT walk.parent_key, link.child_key FROM walk
      JOIN units.unit_links link ON link.parent_key = walk.child_key
    )
    SELECT DISTINCT parent_key AS id FROM walk WHERE parent_key = child_key`,
};

/** Queries for rows that may exist for a while. */
const temporary: Record<string, string> = {
  'a removal that has not ended': `
    SELECT client.id FROM connectors.removals removal
    JOIN connectors.clients client ON client.key = removal.client_key`,
  'an interaction that has not ended': `
    SELECT id FROM connectors.interactions WHERE status IN ('waiting', 'pending', 'running')`,
  'a client without what its technology has': `
    SELECT id FROM connectors.clients client WHERE status <> 'STARTED'
      OR (SELECT count(*) FROM connectors.mappings WHERE client_key = client.key) <> ${devices}
      OR (SELECT count(*) FROM units.things WHERE client_id = client.id) <> ${devices}`,
  // Last, because the end of the others may send messages.
  'a message that has not been delivered': `
    SELECT id FROM connectors.deliveries WHERE status = 'pending'`,
};

const find = async ({ postgres }: System, queries: Record<string, string>): Promise<string[]> => {
  const found: string[] = [];
  for (const [what, text] of Object.entries(queries)) {
    for (const { id } of await postgres.query<{ id: unknown }>(text)) found.push(`${what}: ${id}`);
  }
  return found;
};

export const findImpossible = (system: System): Promise<string[]> => find(system, impossible);

/** Times of the last polls by client id; undefined for a schedule that never ran. */
export type Polls = ReadonlyMap<string, string | undefined>;

export const findUnfinished = (system: System): Promise<string[]> => find(system, temporary);

/** Finds clients without a schedule or without a new poll, and schedules without a client. */
export async function findUnpolled(system: System, before: Polls): Promise<string[]> {
  const rows = await system.postgres.query<{ id: string }>('SELECT id FROM connectors.clients');
  const clients = new Set(rows.map(({ id }) => id));
  const polls = await readPolls(system);
  const found: string[] = [];
  for (const id of clients) {
    if (!polls.has(id)) found.push(`a client without its schedule: ${id}`);
    else if (before.has(id) && polls.get(id) === before.get(id))
      found.push(`a client that is not polled: ${id}`);
  }
  for (const id of polls.keys()) {
    if (!clients.has(id)) found.push(`a schedule without its client: ${id}`);
  }
  return found;
}

/** Reads the queue of the polls as BullMQ stores it. */
export async function readPolls({ postgres, redis }: System): Promise<Polls> {
  if (!redis) {
    const rows = await postgres.query<{ id: string; last: string | null }>(
      `SELECT id, processed_at_ms AS last FROM trellis_queues.job WHERE queue = 'polls'`,
    );
    return new Map(rows.map(({ id, last }) => [id, last ?? undefined]));
  }
  return redis.administer(async (connection) => {
    const keys = (await connection.keys(`${prefix}*-*-*`)).filter((key) => !key.endsWith(':lock'));
    const polls = keys.map(async (key) => {
      const last = await connection.hget(key, 'processedOn');
      return [key.slice(prefix.length), last ?? undefined] as const;
    });
    return new Map(await Promise.all(polls));
  });
}

const prefix = 'trellis:polls:';
