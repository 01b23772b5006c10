import { Problem, type Caller } from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import type { Queries } from '../database.js';

/** The things that a caller sees: its whole account's, or those in its subject's list. */
export const visibleThings = ({ developer, subject }: Caller) =>
  subject === undefined ? { developer } : { developer, subject };

/** A thing that the caller sees; any other is not found. */
export async function findThing(db: Queries, caller: Caller, id: string) {
  const thing = await lookUpThing(db, caller, id);
  if (!thing) throw new Problem('not_found', 'There is no such thing.');
  return thing;
}

/** A thing that the request's body names; one that the caller does not see is refused. */
export async function referToThing(db: Queries, caller: Caller, id: string) {
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
