import { statement } from '@trellis/database';
import { noClient } from './count.sql.js';

export interface UsageSum {
  day: string | null;
  connectorType: string;
  subject: string;
  clients: number;
  things: number;
  polls: string;
  writes: string;
  events: string;
  deliveries: string;
  bytes: string;
  partial: boolean;
}

/** How late a poll or message of a day may be counted. */
const latest = `interval '5 minutes'`;

/** A day has ended and is counted to its end. */
const isWhole = `(used.day + 1)::timestamp AT TIME ZONE 'UTC' + ${latest} < (
  SELECT counted FROM usage_progress WHERE singleton)`;

const sums = ['polls', 'writes', 'events', 'deliveries', 'bytes'];
const sumsOf = (row: string) =>
  sums.map((name) => `sum(${row}.${name})::bigint AS ${name}`).join(', ');

/**
 * Declares a statement that adds up usage by groups, ordered by them. Clients and things are those of the day that had most.
 * $1 developer, $2 first day and $3 the one after the last, $4 connector type or null, $5 subject or null; by $6 day,
 * $7 connector type, $8 subject; after the group of $9 day, $10 connector type and $11 subject, or from the first if they are null; $12 the most groups.
 */
const readSums = (name: string, isSubject: string) =>
  statement<UsageSum>(
    name,
    `SELECT nullif(total.day, '') AS day, total.connector_type AS "connectorType", total.subject,
      max(total.clients)::int AS clients, max(total.things)::int AS things,
      ${sumsOf('total')}, bool_or(total.partial) AS partial
    FROM (
      SELECT CASE WHEN $6::boolean THEN used.day::text ELSE '' END COLLATE "C" AS day,
        (CASE WHEN $7::boolean THEN used.connector_type ELSE '' END) COLLATE "C" AS connector_type,
        (CASE WHEN $8::boolean THEN used.subject ELSE '' END) COLLATE "C" AS subject,
        count(*) FILTER (WHERE used.client <> '${noClient}') AS clients, sum(used.things) AS things,
        ${sumsOf('used')}, (${isWhole}) IS NOT TRUE AS partial
      FROM usage_of_days used
      WHERE used.developer = $1 AND used.day >= $2::date AND used.day < $3::date
        AND ($4::text IS NULL OR used.connector_type = $4) AND ${isSubject}
      GROUP BY 1, 2, 3, used.day
    ) AS total
    WHERE $9::text IS NULL OR (total.day, total.connector_type, total.subject) > ($9, $10::text, $11::text)
    GROUP BY total.day, total.connector_type, total.subject
    ORDER BY total.day, total.connector_type, total.subject LIMIT $12`,
  );

export const readUsageOf = {
  account: readSums('usage.of_account', '$5::text IS NULL'),
  subject: readSums('usage.of_subject', 'used.subject = $5'),
};
