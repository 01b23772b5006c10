import { isPlainText, Problem, type Handler } from '@trellis/contracts';
import { pageRange, query, toPage } from '@trellis/database';
import type pg from 'pg';
import type { PrismaClient } from '../generated/prisma/client.js';
import { toId } from '../batches/calls.js';
import { findUnit } from '../visibility/find-unit.js';
import { noSuchUnit } from '../visibility/rules.js';
import { listSubjectsSeeing, listUnitsSeenBy } from './visibility.sql.js';

interface Needs {
  prisma: PrismaClient;
  pool: pg.Pool;
}

/** Lists the subjects that see a unit, with the reasons; on request also those that only have things in it. */
export const listSubjectsSeeingUnit: Handler<'subjects.seeing_unit', Needs> = async (
  { pool },
  { caller, id, subject, page, things },
) => {
  const unit = await findUnit(pool, caller, id);
  if (!unit) throw noSuchUnit();
  const { after, take } = pageRange(page);
  const who = [subject ?? null, after, take, things, caller.subject ?? null];
  const values = [unit.key, unit.owner, ...who];
  const rows = await query(pool, listSubjectsSeeing, values);
  return toPage(rows, page, ({ id, reasons }) => ({ id, reasons }));
};

/** Lists the units that a subject sees, with the reasons; a subject as caller may only ask for itself. */
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
