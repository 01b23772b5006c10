import { shownSinceSql, statement } from '@trellis/database';

export interface OperationRow {
  id: string;
  position: string;
  subject: string | null;
  client: string | null;
  connectorType: string;
  kind: string;
  outcome: string;
  code: string | null;
  detail: string | null;
  cause: string | null;
  count: number;
  first: Date;
  last: Date;
  runs: unknown;
  hasRequests: boolean;
}

/** An operation of a page; `scanned` and `end` are those of the whole page and the same in every row. */
export interface ListedRow extends Omit<OperationRow, 'id'> {
  /** Null in the only row of a page without operations that match. */
  id: string | null;
  scanned: number;
  end: string | null;
}

const columns = `id, position, subject, client, connector_type AS "connectorType", kind, outcome, code, detail, cause,
    count, first, last, runs, requests IS NOT NULL AS "hasRequests"`;

const isGiven = (parameter: string, condition: string) =>
  `(${parameter}::text IS NULL OR ${condition})`;

/**
 * Declares a statement that lists operations, the last ones first. A page scans a bounded number of them. `source` is a
 * condition that an index supports.
 * $1 developer, $2 client or null, $3 the position before which operations are scanned, $4 the most that are scanned;
 * $5 subject, $6 connector type, $7 kind, $8 outcome, $9 code, $10 pattern of a text, $11 the first and $12 the last
 * time, each or null; $13 the most operations.
 */
const list = (name: string, source: string) =>
  statement<ListedRow>(
    name,
    `WITH scanned_operations AS MATERIALIZED (
      SELECT * FROM client_operations
      WHERE ${source} AND position < $3::bigint AND last >= ${shownSinceSql('$1')}
      ORDER BY position DESC LIMIT $4
    )
    SELECT page.scanned, page.end, found.*
    FROM (
      SELECT count(*)::int AS scanned, min(position) AS end FROM scanned_operations
    ) AS page
    LEFT JOIN LATERAL (
      SELECT ${columns} FROM scanned_operations
      WHERE developer = $1 AND ${isGiven('$2', 'client = $2::uuid')}
        AND ${isGiven('$5', 'subject = $5')} AND ${isGiven('$6', 'connector_type = $6')}
        AND ${isGiven('$7', 'kind = $7')} AND ${isGiven('$8', 'outcome = $8')}
        AND ${isGiven('$9', 'code = $9')}
        AND ${isGiven('$10', '(search ILIKE $10 OR detail ILIKE $10 OR cause ILIKE $10)')}
        AND ($11::timestamptz IS NULL OR last >= $11) AND ($12::timestamptz IS NULL OR first < $12)
      ORDER BY position DESC LIMIT $13
    ) AS found ON true
    ORDER BY found.position DESC`,
  );

export const listOperationsOf = {
  account: list('operations.of_account', 'developer = $1'),
  client: list('operations.of_client', 'client = $2::uuid'),
};

/** Reads an operation with its exchanges. $1 developer, $2 subject or null, $3 id. */
export const readOperationRow = statement<OperationRow & { requests: string | null }>(
  'operations.read',
  `SELECT ${columns}, requests FROM client_operations
  WHERE id = $3::uuid AND developer = $1 AND ${isGiven('$2', 'subject = $2')}
    AND last >= ${shownSinceSql('$1')}
  ORDER BY day DESC LIMIT 1`,
);
