import { Problem } from '@trellis/contracts';

/**
 * Returns the rule for the units that a caller sees within the developer's account, as an SQL condition: all units, or
 * those that its subject owns or is linked to. `unit` is a row, `subject` the caller's subject or null.
 */
export const visibleUnitSql = (unit: string, subject: string): string => `
  (${subject}::text IS NULL OR ${unit}.owner_subject = ${subject} OR EXISTS (
    SELECT 1 FROM unit_subjects linked
    WHERE linked.unit_key = ${unit}.key AND linked.subject = ${subject}))`;

/** Joins the table `call` of a batch with the units that its calls name, as far as the callers see them. */
export const joinUnitSql = `
  JOIN units unit ON unit.id = call.id AND unit.developer = call.developer
    AND ${visibleUnitSql('unit', 'call.subject')}`;

export const noSuchUnit = () => new Problem('not_found', 'There is no such unit.');

/** Creates the problem of a query that names a unit which the caller does not see. */
export function noSuchUnitInQuery(parameter: string): Problem {
  const detail = 'There is no such unit.';
  const errors = [{ pointer: `/query/${parameter}`, detail }];
  return new Problem('invalid_request', detail, { errors });
}

/** Creates the problem of a body that names a unit or thing which the caller does not see. */
export function noSuchReferenced(kind: 'unit' | 'thing', pointer = '/id'): Problem {
  const detail = `There is no such ${kind}.`;
  return new Problem('unknown_reference', detail, { errors: [{ pointer, detail }] });
}

/**
 * Returns the rule for the things that a caller sees within the developer's account, as an SQL condition: all things, or
 * those in the list of its subject. `thing` is a row, `subject` the caller's subject or null.
 */
export const visibleThingSql = (thing: string, subject: string): string =>
  `(${subject}::text IS NULL OR ${thing}.subject = ${subject})`;

/** Returns the condition that a thing has an id or, if none has it, that the id is an alias of it. */
export const isNamedSql = (thing: string, id: string, developer: string): string =>
  `${thing}.key = coalesce(
    (SELECT present.key FROM things present WHERE present.id = ${id}),
    (SELECT alias.thing_key FROM thing_aliases alias
      WHERE alias.id = ${id} AND alias.developer = ${developer}))`;

/** Joins the table `call` of a batch with the things that its calls name, as far as the callers see them. */
export const joinThingSql = `
  JOIN things thing ON thing.id = call.id AND thing.developer = call.developer
    AND ${visibleThingSql('thing', 'call.subject')}`;

export const noSuchThing = () => new Problem('not_found', 'There is no such thing.');
