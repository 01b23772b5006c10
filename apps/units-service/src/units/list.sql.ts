import { callsSql, pageOfList } from '../batches/calls.js';
import { pagesOfIds } from '../batches/page-of-ids.js';

export const filters = {
  none: '',
  type: 'AND unit.type = call.type',
  name: 'AND unit.name = call.name',
  both: 'AND unit.name = call.name AND unit.type = call.type',
};
export type UnitFilter = keyof typeof filters;

export const call = callsSql({
  developer: 'text',
  subject: 'text',
  ...pageOfList,
  type: 'text',
  name: 'text',
});

/** Returns a query for the units of an account. The index of the filter has them in order. */
export const ofAccount = (filter: string) => `
  SELECT unit.id, unit.key FROM units unit
  WHERE unit.developer = call.developer AND unit.key > call.after ${filter}`;

/** Returns a query for the units that a subject sees: one index has owned units in order, another has linked ones. */
export const ofSubject = (filter: string) => `
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

const forEachFilter = (name: string, list: (filter: string) => string) => {
  const declare = (filter: UnitFilter) =>
    pagesOfIds(`${name}.${filter}`, { from: call, list: list(filters[filter]) });
  return {
    none: declare('none'),
    type: declare('type'),
    name: declare('name'),
    both: declare('both'),
  };
};

/**
 * Lists units, by the filter.
 * $1 developers, $2 subjects, $3 and $4 pages, $5 types or nulls, $6 names or nulls.
 */
export const listUnitsOfAccount = forEachFilter('units.list_of_account', ofAccount);
export const listUnitsOfSubject = forEachFilter('units.list_of_subject', ofSubject);
