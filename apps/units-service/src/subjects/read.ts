import { isPlainText, Problem, type Caller, type Page, type PageOfIds } from '@trellis/contracts';
import type { Database } from '../database.js';
import { fetchPage, toPage } from '@trellis/database';
import { visibleThings } from '../things/visible.js';
import { visibleUnits } from '../units/visible.js';

/** So many units and things are shown with the subject itself. */
const shown = 1000;

/** The subjects of the account; with a subject as caller, that one. */
export async function listSubjects(
  { prisma }: Database,
  { caller: { developer, subject }, page }: { caller: Caller; page: Page },
): Promise<PageOfIds> {
  const { after, take } = fetchPage(page);
  const rows = await prisma.subject.findMany({
    where: { developer, key: { gt: after }, ...(subject !== undefined && { id: subject }) },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, ({ id }) => id);
}

/**
 * A subject with those of its units and things that the caller sees. One subject sees another when
 * a unit that it sees is the other's as well.
 */
export async function readSubject(
  { prisma }: Database,
  { caller, id }: { caller: Caller; id: string },
) {
  const { developer } = caller;
  if (!isPlainText(id)) throw noSuchSubject();
  const known = await prisma.subject.findFirst({ where: { developer, id } });
  const units = await prisma.unit.findMany({
    where: { AND: [visibleUnits({ developer, subject: id }), visibleUnits(caller)] },
    select: { id: true },
    orderBy: { key: 'asc' },
    take: shown,
  });
  const visible = caller.subject === undefined || caller.subject === id || units.length > 0;
  if (!known || !visible) throw noSuchSubject();
  const things = await prisma.thing.findMany({
    where: { AND: [visibleThings({ developer, subject: id }), visibleThings(caller)] },
    select: { id: true },
    orderBy: { key: 'asc' },
    take: shown,
  });
  return { id, units: units.map((unit) => unit.id), things: things.map((thing) => thing.id) };
}

const noSuchSubject = () => new Problem('not_found', 'There is no such subject.');
