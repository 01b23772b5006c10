import { boundedSetSql, statement } from '@trellis/database';
import { askedSql, pageOfList } from '../sets/asked.js';
import type { PageOfIdsRow } from '../sets/page-of-ids.js';
import { visibleThingSql } from '../visibility/things.js';
import { visibleUnitSql } from '../visibility/units.js';
import { filterColumnTypes, meetsSql } from './filter.sql.js';

/** How many things one page looks at. */
export const maxScanned = 10_000;

const asked = askedSql({
  developer: 'text',
  subject: 'text',
  ...pageOfList,
  unit: 'uuid',
  ...filterColumnTypes,
});

/** What leads to the things that may be meant, in the order of their keys: each has an index for that. */
const ways = {
  account: { from: 'things thing', key: 'thing.key', where: 'thing.developer = asked.developer' },
  subject: {
    from: 'things thing',
    key: 'thing.key',
    where: `thing.developer = asked.developer
      AND thing.subject = coalesce(asked.subject, asked."ofSubject")`,
  },
  client: {
    from: 'things thing',
    key: 'thing.key',
    where: 'thing.client_id = asked.client AND thing.developer = asked.developer',
  },
  type: {
    from: 'thing_types way JOIN things thing ON thing.key = way.thing_key',
    key: 'way.thing_key',
    where: `way.developer = asked.developer
      AND way.type = coalesce(asked.type, asked."capabilityType")`,
  },
  unit: {
    from: 'unit_things way JOIN things thing ON thing.key = way.thing_key',
    key: 'way.thing_key',
    where: 'way.unit_key = unit.key',
  },
} satisfies Record<string, { from: string; key: string; where: string }>;
export type Way = keyof typeof ways;

const joinUnit = `
  JOIN units unit ON unit.id = asked.unit AND unit.developer = asked.developer
    AND ${visibleUnitSql('unit', 'asked.subject')}`;

interface FindOptions {
  /** A further condition on the row `looked_at`. */
  condition?: string;
  /** How many things are looked at. */
  scanned?: number;
}

/** Finds things by a way. */
export function findSql(
  name: Way,
  { condition = 'true', scanned = maxScanned }: FindOptions = {},
): string {
  const { from, key, where } = ways[name];
  const next = `SELECT ${key} AS key FROM ${from} WHERE ${where} AND ${key} > asked.after
    ORDER BY ${key}`;
  // The things are looked at one by one until the page is full.
  return boundedSetSql(`
    SELECT asked.position::int AS position, page.ids, page.next,
      coalesce(octet_length(page.ids), 0) AS bytes
    FROM ${asked} ${name === 'unit' ? joinUnit : ''}
    CROSS JOIN LATERAL (
      SELECT string_agg(found.id::text, E'\\n' ORDER BY found.key) AS ids,
        CASE WHEN count(*) > asked.max
          THEN (array_agg(found.key ORDER BY found.key))[asked.max]
          ELSE (${next} OFFSET ${scanned - 1} LIMIT 1) END AS next
      FROM (
        SELECT looked_at.id, looked_at.key FROM (
          SELECT thing.* FROM ${from}
          WHERE ${where} AND ${key} > asked.after ORDER BY ${key} LIMIT ${scanned}
        ) AS looked_at
        WHERE ${visibleThingSql('looked_at', 'asked.subject')} AND ${meetsSql('looked_at', 'asked')}
          AND ${condition}
        ORDER BY looked_at.key LIMIT asked.max + 1
      ) AS found
    ) AS page`);
}

const find = (way: Way) => statement<PageOfIdsRow>(`things.find.${way}`, findSql(way));

/**
 * Finds things, by the way that leads to few: $1 developers, $2 subjects or nulls, $3 and $4 pages, $5 ids of
 * units or nulls, $6 to $11 conditions. There is no row where the caller does not see the unit.
 */
export const findThingsBy: Record<Way, ReturnType<typeof find>> = {
  account: find('account'),
  subject: find('subject'),
  client: find('client'),
  type: find('type'),
  unit: find('unit'),
};
