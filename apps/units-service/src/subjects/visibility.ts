import { isPlainText, Problem, type Handler } from '@trellis/contracts';
import { pageRange, query, toPage } from '@trellis/database';
import type pg from 'pg';
import { validate as isUuid } from 'uuid';
import type { PrismaClient } from '../generated/prisma/client.js';
import { toId } from '../visibility/call-columns.js';
import { noSuchUnit } from '../visibility/units.js';
import { listSubjectsSeeing, listUnitsSeenBy } from './visibility.sql.js';

interface Needs {
  prisma: PrismaClient;
  pool: pg.Pool;
}

/** Which subjects see a unit of the account, and why. */
export const listSubjectsSeeingUnit: Handler<'subjects.seeing_unit', Needs> = async (
  { prisma, pool },
  { caller: { developer }, id, subject, page },
) => {
  const unit = isUuid(id) ? await prisma.unit.findFirst({ where: { id, developer } }) : null;
  if (!unit) throw noSuchUnit();
  const { after, take } = pageRange(page);
  const values = [unit.key, unit.ownerSubject, subject ?? null, after, take];
  const rows = await query(pool, listSubjectsSeeing, values);
  return toPage(rows, page, ({ id, reasons }) => ({ id, reasons }));
};

/** Which units a subject of the account sees, and why. */
export const listVisibleUnits: Handler<'subjects.visible_units', Needs> = async (
  { prisma, pool },
  { caller: { developer }, id, unit, page },
) => {
  const subject = isPlainText(id)
    ? await prisma.subject.findFirst({ where: { id, developer } })
    : null;
  if (!subject) throw new Problem('not_found', 'There is no such subject.');
  const unitId = toId(unit);
  if (unit !== undefined && unitId === null) return { items: [] };
  const { after, take } = pageRange(page);
  const rows = await query(pool, listUnitsSeenBy, [developer, id, unitId, after, take]);
  return toPage(rows, page, ({ id, reasons }) => ({ id, reasons }));
};
