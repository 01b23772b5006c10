import { Problem, type Caller } from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import type { Queries } from '../database/open.js';

/** The things that a caller sees: those of the whole account, or those in its subject's list. */
const visibleThings = ({ developer, subject }: Caller) =>
  subject === undefined ? { developer } : { developer, subject };

/** The same in SQL, within the developer's account: `thing` is a row, `subject` the caller's or null. */
export const visibleThingSql = (thing: string, subject: string): string =>
  `(${subject}::text IS NULL OR ${thing}.subject = ${subject})`;

/** Joins the table `asked` of a set to the things that its callers name and see. */
export const joinAskedThingSql = `
  JOIN things thing ON thing.id = asked.id AND thing.developer = asked.developer
    AND ${visibleThingSql('thing', 'asked.subject')}`;

/** Finds the thing of a path; throws `not_found` for one that the caller does not see. */
export async function findThing(db: Queries, caller: Caller, id: string) {
  const thing = isUuid(id)
    ? await db.thing.findFirst({ where: { id, ...visibleThings(caller) } })
    : null;
  if (!thing) throw noSuchThing();
  return thing;
}

export const noSuchThing = () => new Problem('not_found', 'There is no such thing.');
