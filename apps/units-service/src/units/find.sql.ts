import { statement } from '@trellis/database';
import type { ListedUnit } from './filter.sql.js';
import { call, filters, ofAccount, ofSubject, type UnitFilter } from './list.sql.js';

const candidates = (name: string, list: (filter: string) => string) => {
  const declare = (filter: UnitFilter) =>
    statement<ListedUnit>(
      `${name}.${filter}`,
      `SELECT listed.key, listed.id FROM ${call}
      CROSS JOIN LATERAL (
        ${list(filters[filter])} ORDER BY key LIMIT call.max + 1
      ) AS listed
      ORDER BY listed.key`,
    );
  return {
    none: declare('none'),
    type: declare('type'),
    name: declare('name'),
    both: declare('both'),
  };
};

/** Lists candidates in the order of their keys; parameters as in lists, with one more unit for each page. */
export const candidatesOf = {
  account: candidates('units.find.account', ofAccount),
  subject: candidates('units.find.subject', ofSubject),
};

/** Lists candidates among possible roots: $1 developer, $2 and $3 as below. */
export const candidateRoots = statement<ListedUnit>(
  'units.find.roots',
  `SELECT unit.key, unit.id FROM unit_roots root
  CROSS JOIN LATERAL (SELECT key, id FROM units WHERE key = root.unit_key OFFSET 0) AS unit
  WHERE root.developer = $1 AND root.unit_key > $2::bigint
  ORDER BY root.unit_key LIMIT $3`,
);

/** Lists candidates among the children of a unit: $1 its key, $2 the key after which to begin, $3 how many. */
export const candidatesIn = statement<ListedUnit>(
  'units.find.in',
  `SELECT unit.key, unit.id FROM unit_links link JOIN units unit ON unit.key = link.child_key
  WHERE link.parent_key = $1 AND link.child_key > $2::bigint
  ORDER BY link.child_key LIMIT $3`,
);
