import { Problem, type Caller } from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import type { Queries } from '../database/open.js';
import type { Prisma } from '../generated/prisma/client.js';

/** The units that a caller sees: the whole account, or those that its subject owns or is linked to. */
export function visibleUnits({ developer, subject }: Caller): Prisma.UnitWhereInput {
  if (subject === undefined) return { developer };
  return { developer, OR: [{ ownerSubject: subject }, { subjects: { some: { subject } } }] };
}

/** The same in SQL, within the developer's account: `unit` is a row, `subject` the caller's or null. */
export const visibleUnitSql = (unit: string, subject: `$${number}`): string => `
  (${subject}::text IS NULL OR ${unit}.owner_subject = ${subject} OR EXISTS (
    SELECT 1 FROM unit_subjects linked
    WHERE linked.unit_key = ${unit}.key AND linked.subject = ${subject}))`;

/** Finds the unit of a path; throws `not_found` for one that the caller does not see. */
export async function findUnit(db: Queries, caller: Caller, id: string) {
  const unit = await lookUpUnit(db, caller, id);
  if (!unit) throw new Problem('not_found', 'There is no such unit.');
  return unit;
}

/** Finds the unit that a body names; throws `unknown_reference` for one that the caller does not see. */
export async function requireReferencedUnit(db: Queries, caller: Caller, id: string) {
  const unit = await lookUpUnit(db, caller, id);
  if (!unit) {
    const detail = 'There is no such unit.';
    throw new Problem('unknown_reference', detail, { errors: [{ pointer: '/id', detail }] });
  }
  return unit;
}

async function lookUpUnit(db: Queries, caller: Caller, id: string) {
  if (!isUuid(id)) return null;
  return db.unit.findFirst({ where: { id, ...visibleUnits(caller) } });
}
