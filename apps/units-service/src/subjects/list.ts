import type { Handler } from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type { PrismaClient } from '../generated/prisma/client.js';

/** Lists the subjects of the account; for a subject as caller, only itself. */
export const listSubjects: Handler<'subjects.list', { prisma: PrismaClient }> = async (
  { prisma },
  { caller: { developer, subject }, page },
) => {
  const { after, take } = pageRange(page);
  const rows = await prisma.subject.findMany({
    where: { developer, key: { gt: after }, ...(subject !== undefined && { id: subject }) },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, ({ id }) => id);
};
