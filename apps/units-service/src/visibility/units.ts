import { Problem, type Caller } from '@trellis/contracts';

/**
 * The units that a caller sees within the developer's account, in SQL: all, or those that its subject owns
 * or is linked to. `unit` is a row, `subject` the caller's or null.
 */
export const visibleUnitSql = (unit: string, subject: string): string => `
  (${subject}::text IS NULL OR ${unit}.owner_subject = ${subject} OR EXISTS (
    SELECT 1 FROM unit_subjects linked
    WHERE linked.unit_key = ${unit}.key AND linked.subject = ${subject}))`;

/** The same as a condition of Prisma. */
export const visibleUnits = ({ developer, subject }: Caller) =>
  subject === undefined
    ? { developer }
    : { developer, OR: [{ ownerSubject: subject }, { subjects: { some: { subject } } }] };

/** Joins the table `asked` of a set to the units that its callers name and see. */
export const joinAskedUnitSql = `
  JOIN units unit ON unit.id = asked.id AND unit.developer = asked.developer
    AND ${visibleUnitSql('unit', 'asked.subject')}`;

export const noSuchUnit = () => new Problem('not_found', 'There is no such unit.');

/** The problem of a query that names a unit which the caller does not see. */
export function noSuchUnitInQuery(parameter: string): Problem {
  const detail = 'There is no such unit.';
  const errors = [{ pointer: `/query/${parameter}`, detail }];
  return new Problem('invalid_request', detail, { errors });
}

/** The problem of a body that names a unit which the caller does not see. */
export function noSuchReferencedUnit(): Problem {
  const detail = 'There is no such unit.';
  return new Problem('unknown_reference', detail, { errors: [{ pointer: '/id', detail }] });
}
