import { askedSql, pageOfList } from '../sets/asked.js';
import { pagesOfIds } from '../sets/page-of-ids.js';

export const filters = {
  none: '',
  type: 'AND unit.type = asked.type',
  name: 'AND unit.name = asked.name',
  both: 'AND unit.name = asked.name AND unit.type = asked.type',
};
export type UnitFilter = keyof typeof filters;

export const asked = askedSql({
  developer: 'text',
  subject: 'text',
  ...pageOfList,
  type: 'text',
  name: 'text',
});

/** Units of the whole account. The index of the filter has them in order. */
export const ofAccount = (filter: string) => `
  SELECT unit.id, unit.key FROM units unit
  WHERE unit.developer = asked.developer AND unit.key > asked.after ${filter}`;

/** Units that the subject owns or is linked to: two indexes have them in order, no index has both. */
export const ofSubject = (filter: string) => `
  SELECT seen.id, seen.key FROM (
    (SELECT unit.id, unit.key FROM units unit
      WHERE unit.developer = asked.developer AND unit.owner_subject = asked.subject
        AND unit.key > asked.after ${filter}
      ORDER BY unit.key LIMIT asked.max + 1)
    UNION
    (SELECT unit.id, unit.key FROM unit_subjects link JOIN units unit ON unit.key = link.unit_key
      WHERE link.developer = asked.developer AND link.subject = asked.subject
        AND link.unit_key > asked.after ${filter}
      ORDER BY link.unit_key LIMIT asked.max + 1)
  ) AS seen`;

const forEachFilter = (name: string, list: (filter: string) => string) => {
  const declare = (filter: UnitFilter) =>
    pagesOfIds(`${name}.${filter}`, { from: asked, list: list(filters[filter]) });
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
