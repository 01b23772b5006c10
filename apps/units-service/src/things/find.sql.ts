import { boundedBatchSql, statement } from '@trellis/database';
import { callsSql, pageOfList } from '../batches/calls.js';
import { hasAttributesSql } from '../database/attributes.js';
import type { PageOfIdsRow } from '../batches/page-of-ids.js';
import { visibleThingSql, visibleUnitSql } from '../visibility/rules.js';
import { filterColumnTypes, meetsSql } from './filter.sql.js';

/** The maximum number of things that are scanned for one page. */
export const maxScanned = 10_000;

const call = callsSql({
  developer: 'text',
  subject: 'text',
  ...pageOfList,
  unit: 'uuid',
  ...filterColumnTypes,
});

/** The access paths to candidates in the order of their keys; each has an index. */
const accessPaths = {
  account: { from: 'things thing', key: 'thing.key', where: 'thing.developer = call.developer' },
  subject: {
    from: 'things thing',
    key: 'thing.key',
    where: `thing.developer = call.developer
      AND thing.subject = coalesce(call.subject, call."ofSubject")`,
  },
  client: {
    from: 'things thing',
    key: 'thing.key',
    where: 'thing.client_id = call.client AND thing.developer = call.developer',
  },
  identifier: {
    from: 'thing_identifiers known JOIN things thing ON thing.key = known.thing_key',
    key: 'known.thing_key',
    where: `known.developer = call.developer
      AND known.identifier = identifier_key(call.identifier)`,
  },
  attributes: {
    from: 'things thing',
    key: 'thing.key',
    where: hasAttributesSql('thing', 'call.developer', 'call.attributes'),
  },
  type: {
    from: 'thing_types typed JOIN things thing ON thing.key = typed.thing_key',
    key: 'typed.thing_key',
    where: `typed.developer = call.developer
      AND typed.type = coalesce(call.type, call."capabilityType")`,
  },
  unit: {
    from: 'unit_things member JOIN things thing ON thing.key = member.thing_key',
    key: 'member.thing_key',
    where: 'member.unit_key = unit.key',
  },
} satisfies Record<string, { from: string; key: string; where: string }>;
export type AccessPath = keyof typeof accessPaths;

const joinUnit = `
  JOIN units unit ON unit.id = call.unit AND unit.developer = call.developer
    AND ${visibleUnitSql('unit', 'call.subject')}`;

interface FindOptions {
  /** A further condition on the row `candidate`. */
  condition?: string;
  scanned?: number;
}

/** Returns a query that finds things by an access path. */
export function findSql(
  path: AccessPath,
  { condition = 'true', scanned = maxScanned }: FindOptions = {},
): string {
  const { from, key, where } = accessPaths[path];
  const next = `SELECT ${key} AS key FROM ${from} WHERE ${where} AND ${key} > call.after
    ORDER BY ${key}`;
  // Things are examined one by one until the page is full.
  return boundedBatchSql(`
    SELECT call.position::int AS position, page.ids, page.next,
      coalesce(octet_length(page.ids), 0) AS bytes
    FROM ${call} ${path === 'unit' ? joinUnit : ''}
    CROSS JOIN LATERAL (
      SELECT string_agg(found.id::text, E'\\n' ORDER BY found.key) AS ids,
        CASE WHEN count(*) > call.max
          THEN (array_agg(found.key ORDER BY found.key))[call.max]
          ELSE (${next} OFFSET ${scanned - 1} LIMIT 1) END AS next
      FROM (
        SELECT candidate.id, candidate.key FROM (
          SELECT thing.* FROM ${from}
          WHERE ${where} AND ${key} > call.after ORDER BY ${key} LIMIT ${scanned}
        ) AS candidate
        WHERE ${visibleThingSql('candidate', 'call.subject')} AND ${meetsSql('candidate', 'call')}
          AND ${condition}
        ORDER BY candidate.key LIMIT call.max + 1
      ) AS found
    ) AS page`);
}

const find = (path: AccessPath) => statement<PageOfIdsRow>(`things.find.${path}`, findSql(path));

/**
 * Finds things by an access path: $1 developers, $2 subjects or nulls, $3 and $4 pages, $5 ids of units or nulls, $6 to
 * $13 conditions. There is no row for a call whose caller does not see the unit.
 */
export const findThingsBy: Record<AccessPath, ReturnType<typeof find>> = {
  account: find('account'),
  subject: find('subject'),
  client: find('client'),
  identifier: find('identifier'),
  attributes: find('attributes'),
  type: find('type'),
  unit: find('unit'),
};
