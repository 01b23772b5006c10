import { sizedItemsSql, statement } from '@trellis/database';
import type { Interaction } from '../../generated/prisma/client.js';

/** The outcome of one part. */
export type ResultRow = Pick<
  Interaction,
  'id' | 'thing' | 'status' | 'output' | 'problem' | 'ended'
> & {
  key: string;
  /** How many were found; the page may not have room for all of them. */
  found: number;
};

const results = `
  SELECT key, id, thing, status, output, problem, ended,
    coalesce(octet_length(output), 0) + coalesce(octet_length(problem), 0) AS bytes
  FROM interactions
  WHERE batch_key = $1 AND key > $2 AND ($4::text IS NULL OR status = $4)
  ORDER BY key LIMIT $3`;

/** A page of outcomes. $1 key of the bulk command, $2 and $3 the page, $4 a status or null. */
export const readResults = statement<ResultRow>(
  'batches.results',
  `SELECT * FROM (
    SELECT *, (count(*) OVER ())::int AS found FROM (${sizedItemsSql(results)}) AS sized
  ) AS counted
  WHERE fits ORDER BY key`,
);
