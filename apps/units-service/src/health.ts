import { Problem, type Handler } from '@trellis/contracts';
import type { PrismaClient } from './generated/prisma/client.js';

/** Whether the service can do its work, which takes its database. */
export const checkHealth: Handler<'health.check', { prisma: PrismaClient }> = async ({
  prisma,
}) => {
  await prisma.$queryRaw`SELECT 1`.catch(() => {
    throw new Problem('unavailable', 'The database is not available.');
  });
  return {};
};
