import { statement } from '@trellis/database';
import { callsSql, pageOfList } from '../batches/calls.js';
import { pagesOfIds } from '../batches/page-of-ids.js';
import type { ListedUnit } from './filter.sql.js';

const filters = {
  none: '',
  type: 'AND unit.type = call.type',
  name: 'AND unit.name = call.name',
  both: 'AND unit.name = call.name AND unit.type = call.type',
};
export type UnitFilter = keyof typeof filters;

const call = callsSql({
  developer: 'text',
  subject: 'text',
  ...pageOfList,
  type: 'text',
  name: 'text',
});

/** Returns a query for the units of an account. The index of the filter has them in order. */
const ofAccount = (filter: string) => `
  SELECT unit.id, unit.key FROM units unit
  WHERE unit.developer = call.developer AND unit.key > call.after ${filter}`;

/** Returns a query for the units that a subject sees: one index has owned units in order, another has linked ones. */
const ofSubject = (filter: string) => `
  SELECT seen.id, seen.key FROM (
    (SELECT unit.id, unit.key FROM units unit
      WHERE unit.developer = call.developer AND unit.owner_subject = call.subject
        AND unit.key > call.after ${filter}
      ORDER BY unit.key LIMIT call.max + 1)
    UNION
    (SELECT unit.id, unit.key FROM unit_subjects link JOIN units unit ON unit.key = link.unit_key
      WHERE link.developer = call.developer AND link.subject = call.subject
        AND link.unit_key > call.after ${filter}
      ORDER BY link.unit_key LIMIT call.max + 1)
  ) AS seen`;

/** Declares statements for the units of accounts and of subjects, for each filter. */
function statementsOf<Declared>(name: string, declare: (name: string, list: string) => Declared) {
  const forEachFilter = (of: string, list: (filter: string) => string) => {
    const declareOne = (filter: UnitFilter) =>
      declare(`${name}.${of}.${filter}`, list(filters[filter]));
    return {
      none: declareOne('none'),
      type: declareOne('type'),
      name: declareOne('name'),
      both: declareOne('both'),
    };
  };
  return {
    account: forEachFilter('account', ofAccount),
    subject: forEachFilter('subject', ofSubject),
  };
}

/** Lists units: $1 developers, $2 subjects, $3 and $4 pages, $5 types or nulls, $6 names or nulls. */
export const listsOf = statementsOf('units.list', (name, list) =>
  pagesOfIds(name, { from: call, list }),
);

/** Lists candidates in the order of their keys; parameters as in lists, with one more unit for each page. */
export const candidatesOf = statementsOf('units.find', (name, list) =>
  statement<ListedUnit>(
    name,
    `SELECT listed.key, listed.id FROM ${call}
    CROSS JOIN LATERAL (${list} ORDER BY key LIMIT call.max + 1) AS listed
    ORDER BY listed.key`,
  ),
);

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
