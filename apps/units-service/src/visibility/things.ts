import { Problem } from '@trellis/contracts';

/**
 * Returns the rule for the things that a caller sees within the developer's account, as an SQL condition: all things, or
 * those in the list of its subject. `thing` is a row, `subject` the caller's subject or null.
 */
export const visibleThingSql = (thing: string, subject: string): string =>
  `(${subject}::text IS NULL OR ${thing}.subject = ${subject})`;

/** Joins the table `call` of a batch with the things that its calls name, as far as the callers see them. */
export const joinThingSql = `
  JOIN things thing ON thing.id = call.id AND thing.developer = call.developer
    AND ${visibleThingSql('thing', 'call.subject')}`;

export const noSuchThing = () => new Problem('not_found', 'There is no such thing.');
