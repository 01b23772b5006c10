import type { Handler, UsageRow } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Pool } from 'pg';
import { z } from 'zod';
import { readUsageOf, type UsageSum } from './read.sql.js';

/** The group after which a page begins. */
const cursorGroup = z.tuple([z.string(), z.string(), z.string()]);

/** Begins with the first group, which may have an empty type and subject. */
const first = [null, null, null] as const;

/** Adds up the usage of an account, or of the caller's subject. */
export const readUsage: Handler<'usage.read', { pool: Pool }> = async (
  { pool },
  { caller, page: { limit, cursor }, filter },
) => {
  const { since, until, groups, connector_type_id: connectorType } = filter;
  const subject = caller.subject ?? filter.subject;
  if (filter.subject !== undefined && filter.subject !== subject) return { items: [] };
  const after = cursor === undefined ? first : cursorGroup.parse(JSON.parse(cursor));
  const rows = await query(pool, readUsageOf[subject === undefined ? 'account' : 'subject'], [
    caller.developer,
    since,
    until,
    connectorType ?? null,
    subject ?? null,
    ...(['day', 'connector', 'subject'] as const).map((group) => groups.includes(group)),
    ...after,
    limit + 1,
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { items: shown.map(toRow), ...(last && { next: JSON.stringify(groupOf(last)) }) };
};

const groupOf = ({ day, connectorType, subject }: UsageSum) => [day ?? '', connectorType, subject];

const toRow = ({ day, connectorType, subject, clients, things, ...row }: UsageSum): UsageRow => ({
  ...(day !== null && { day }),
  ...(connectorType !== '' && { connector_type_id: connectorType }),
  ...(subject !== '' && { subject }),
  clients,
  things,
  polls: Number(row.polls),
  writes: Number(row.writes),
  events: Number(row.events),
  deliveries: Number(row.deliveries),
  bytes: Number(row.bytes),
  ...(row.partial && { partial: true as const }),
});
