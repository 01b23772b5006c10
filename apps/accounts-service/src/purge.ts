import type { PrismaClient } from './generated/prisma/client.js';

/** How long an environment or organization is listed after it was erased (ms), as its erasure can be read. */
const erasedMs = 90 * 24 * 60 * 60_000;

/**
 * Deletes what has expired: sessions, links, invitations, MCP clients, the counters of attempts, and environments that were erased
 * long ago.
 */
export async function purgeExpired(prisma: PrismaClient, now: Date): Promise<void> {
  const expired = { expiresAt: { lt: now } };
  await prisma.session.deleteMany({ where: expired });
  await prisma.verification.deleteMany({ where: expired });
  await prisma.invitation.deleteMany({ where: { expires: { lt: now } } });
  await prisma.mcpClient.deleteMany({ where: { expires: { lt: now } } });
  const fiveMinutesAgo = new Date(now.getTime() - 5 * 60_000);
  await prisma.usedCode.deleteMany({ where: { used: { lt: fiveMinutesAgo } } });
  const erased = { erases: { lt: new Date(now.getTime() - erasedMs) } };
  await prisma.environment.deleteMany({ where: { ...erased, scheduled: true } });
  await prisma.organization.deleteMany({ where: { ...erased, environments: { none: {} } } });
  const hourAgo = BigInt(now.getTime() - 60 * 60_000);
  await prisma.rateLimit.deleteMany({ where: { lastRequest: { lt: hourAgo } } });
}
