import type { PrismaClient } from './generated/prisma/client.js';

/** Deletes what has expired: sessions, links, invitations, agents, and the counters of attempts. */
export async function purgeExpired(prisma: PrismaClient, now: Date): Promise<void> {
  const expired = { expiresAt: { lt: now } };
  await prisma.session.deleteMany({ where: expired });
  await prisma.verification.deleteMany({ where: expired });
  await prisma.invitation.deleteMany({ where: { expires: { lt: now } } });
  await prisma.agent.deleteMany({ where: { expires: { lt: now } } });
  const hourAgo = BigInt(now.getTime() - 60 * 60_000);
  await prisma.rateLimit.deleteMany({ where: { lastRequest: { lt: hourAgo } } });
}
