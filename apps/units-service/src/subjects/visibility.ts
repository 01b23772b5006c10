import { isPlainText, Problem, type Handler } from '@trellis/contracts';
import { pageRange, query, toPage } from '@trellis/database';
import type pg from 'pg';
import { validate as isUuid } from 'uuid';
import type { PrismaClient } from '../generated/prisma/client.js';
import { toId } from '../visibility/call-columns.js';
import { noSuchUnit, visibleUnits } from '../visibility/units.js';
import { listSubjectsSeeing, listUnitsSeenBy } from './visibility.sql.js';

interface Needs {
  prisma: PrismaClient;
  pool: pg.Pool;
}

/** Which subjects see a unit that the caller sees, and why; on request also those that only have things in it. */
export const listSubjectsSeeingUnit: Handler<'subjects.seeing_unit', Needs> = async (
  { prisma, pool },
  { caller, id, subject, page, things },
) => {
  const where = { id, ...visibleUnits(caller) };
  const unit = isUuid(id) ? await prisma.unit.findFirst({ where }) : null;
  if (!unit) throw noSuchUnit();
  const { after, take } = pageRange(page);
  const who = [subject ?? null, after, take, things, caller.subject ?? null];
  const values = [unit.key, unit.ownerSubject, ...who];
  const rows = await query(pool, listSubjectsSeeing, values);
  return toPage(rows, page, ({ id, reasons }) => ({ id, reasons }));
};

/** Which units a subject sees, and why; for a subject as caller, only of itself. */
export const listVisibleUnits: Handler<'subjects.visible_units', Needs> = async (
  { prisma, pool },
  { caller: { developer, subject: asking }, id, unit, page, things },
) => {
  const isTheirs = asking === undefined || asking === id;
  const subject =
    isPlainText(id) && isTheirs
      ? await prisma.subject.findFirst({ where: { id, developer } })
      : null;
  if (!subject) throw new Problem('not_found', 'There is no such subject.');
  const unitId = toId(unit);
  if (unit !== undefined && unitId === null) return { items: [] };
  const { after, take } = pageRange(page);
  const values = [developer, id, unitId, after, take, things, asking !== undefined];
  const rows = await query(pool, listUnitsSeenBy, values);
  return toPage(rows, page, ({ id, reasons }) => ({ id, reasons }));
};
