import type { AuditFilter, AuditRecord, Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { listEntries, type AuditRow } from './list.sql.js';
import { greatestId, leastIdAt, timeOf } from './record.js';

/** The most entries that one page looks at, some 10 ms of work. */
export const maxScanned = 10_000;

/** The entries of a developer, newest first. */
export const listAudit: Handler<'audit.list', { pool: pg.Pool }> = async (
  { pool },
  { caller, page: { limit, cursor }, filter },
) => {
  const { from, to, subject, actor, operation, resource } = filter;
  const conditions = [caller.subject, subject, actor, operation, resource];
  // Without conditions, one entry beyond the page tells whether another page follows.
  const scan = conditions.some((condition) => condition !== undefined) ? maxScanned : limit + 1;
  const rows = await query(pool, listEntries, [
    caller.developer,
    before(cursor, to),
    leastIdAt(from ?? 0),
    scan,
    ...conditions.map((condition) => condition ?? null),
    limit + 1,
  ]);
  const found = rows.filter(hasId);
  const items = found.slice(0, limit).map(toRecord);
  const next = found.length > limit ? items.at(-1)!.id : nextScan(rows[0]!, scan);
  return { items, next };
};

/** Returns the id before which a page begins. */
function before(cursor: string | undefined, to: AuditFilter['to']): string {
  const end = to === undefined ? greatestId : leastIdAt(to);
  return cursor !== undefined && cursor.toLowerCase() < end ? cursor : end;
}

/** Returns the entry to continue from if there may be more to scan. */
const nextScan = ({ scanned, last }: AuditRow, scan: number): string | undefined =>
  scanned === scan ? last! : undefined;

type Found = AuditRow & { id: string };
const hasId = (row: AuditRow): row is Found => row.id !== null;

function toRecord({ id, actor_type, actor, resource_type, resource_ids, ...row }: Found) {
  const { app, subject, operation, status, problem, succeeded, failed, ...request } = row;
  const { request_id, address, user_agent } = request;
  const record: AuditRecord = {
    id,
    time: timeOf(id),
    actor: { type: actor_type, id: actor },
    app: app ?? undefined,
    subject: subject ?? undefined,
    operation,
    resource: { type: resource_type, ids: resource_ids },
    status: status ?? undefined,
    problem: problem ?? undefined,
    items: succeeded === null ? undefined : { succeeded, failed: failed ?? 0 },
    request_id: request_id ?? undefined,
    address: address ?? undefined,
    user_agent: user_agent ?? undefined,
  };
  return record;
}
