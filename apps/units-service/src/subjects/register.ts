import type { Handler } from '@trellis/contracts';
import type { PrismaClient } from '../generated/prisma/client.js';
import { ensureSubject } from './ensure.js';

export const registerSubject: Handler<'subjects.register', { prisma: PrismaClient }> = async (
  { prisma },
  subject,
) => {
  await ensureSubject(prisma, subject);
  return {};
};
