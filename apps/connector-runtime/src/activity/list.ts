import {
  clientOperation,
  operationRequest,
  Problem,
  rowOf,
  type ClientOperation,
  type Handler,
  type OperationFilter,
} from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Pool } from 'pg';
import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import {
  listOperationsOf,
  readOperationRow,
  type ListedRow,
  type OperationRow,
} from './list.sql.js';

/** The most operations that one page looks at, some 10 ms of work. */
const maxScanned = 5_000;

/** After every position. */
const end = String(2n ** 63n - 1n);

interface Needs {
  pool: Pool;
}

/** Lists the operations of an account, or of the caller's subject. */
export const listOperations: Handler<'operations.list', Needs> = async (
  { pool },
  { caller, page: { limit, cursor = end }, filter },
) => {
  const { client, connector_type_id, kind, outcome, code, text, from, to } = filter;
  const subject = caller.subject ?? filter.subject;
  const isNoClient = client !== undefined && !isUuid(client);
  if (isNoClient || isForeign(caller.subject, filter)) return { items: [] };
  const conditions = [subject, connector_type_id, kind, outcome, code, text && patternOf(text)];
  const times = [from, to].map((time) => (time === undefined ? null : new Date(time)));
  const isFiltered = [...conditions, from, to].some((one) => one !== undefined);
  const scan = isFiltered ? maxScanned : limit + 1;
  const rows = await query(pool, listOperationsOf[client ? 'client' : 'account'], [
    caller.developer,
    client ?? null,
    BigInt(cursor) > BigInt(end) ? end : cursor,
    scan,
    ...conditions.map((condition) => condition ?? null),
    ...times,
    limit + 1,
  ]);
  const found = rows.filter(hasId);
  const next = found.length > limit ? found[limit - 1]!.position : nextScan(rows[0]!, scan);
  return { items: found.slice(0, limit).map(toOperation), ...(next !== undefined && { next }) };
};

/** Returns whether a filter asks for another subject than the caller's. */
const isForeign = (own: string | undefined, { subject }: OperationFilter): boolean =>
  own !== undefined && subject !== undefined && subject !== own;

/** Returns the pattern of `LIKE` for texts that contain a text. */
const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const nextScan = ({ scanned, end }: ListedRow, scan: number): string | undefined =>
  scanned === scan ? end! : undefined;

type Found = ListedRow & { id: string };
const hasId = (row: ListedRow): row is Found => row.id !== null;

/** Reads an operation with its exchanges. */
export const readOperation: Handler<'operations.read', Needs> = async (
  { pool },
  { caller, id },
) => {
  const { developer, subject = null } = caller;
  const [row] = isUuid(id) ? await query(pool, readOperationRow, [developer, subject, id]) : [];
  if (!row) throw new Problem('not_found', 'There is no such operation, or not any more.');
  const requests = z.array(operationRequest).parse(JSON.parse(row.requests ?? '[]'));
  return { ...toOperation(row), requests };
};

/** Returns the cause that a row names, unless a newer version stored it, and what helps. */
function causeOf({ cause }: OperationRow): Pick<ClientOperation, 'cause' | 'advice'> {
  const { data } = clientOperation.shape.cause.safeParse(cause ?? undefined);
  return data === undefined ? {} : { cause: data, advice: rowOf(data).advice };
}

const toOperation = (row: OperationRow): ClientOperation =>
  clientOperation.parse({
    id: row.id,
    position: row.position,
    client: row.client ?? undefined,
    subject: row.subject ?? undefined,
    connector_type_id: row.connectorType,
    kind: row.kind,
    outcome: row.outcome,
    code: row.code ?? undefined,
    detail: row.detail ?? undefined,
    ...causeOf(row),
    count: row.count,
    first: row.first.toISOString(),
    last: row.last.toISOString(),
    runs: row.runs,
    has_requests: row.hasRequests,
  });
