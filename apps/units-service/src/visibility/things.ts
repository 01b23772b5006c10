import { Problem, type Caller } from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import type { Queries } from '../database/open.js';

/** The things that a caller sees: those of the whole account, or those in its subject's list. */
export const visibleThings = ({ developer, subject }: Caller) =>
  subject === undefined ? { developer } : { developer, subject };

/** The same in SQL, within the developer's account: `thing` is a row, `subject` the caller's or null. */
export const visibleThingSql = (thing: string, subject: `$${number}`): string =>
  `(${subject}::text IS NULL OR ${thing}.subject = ${subject})`;

/** Finds the thing of a path; throws `not_found` for one that the caller does not see. */
export async function findThing(db: Queries, caller: Caller, id: string) {
  const thing = await lookUpThing(db, caller, id);
  if (!thing) throw new Problem('not_found', 'There is no such thing.');
  return thing;
}

/** Finds the thing that a body names; throws `unknown_reference` for one that the caller does not see. */
export async function requireReferencedThing(db: Queries, caller: Caller, id: string) {
  const thing = await lookUpThing(db, caller, id);
  if (!thing) {
    const detail = 'There is no such thing.';
    throw new Problem('unknown_reference', detail, { errors: [{ pointer: '/id', detail }] });
  }
  return thing;
}

async function lookUpThing(db: Queries, caller: Caller, id: string) {
  if (!isUuid(id)) return null;
  return db.thing.findFirst({ where: { id, ...visibleThings(caller) } });
}
