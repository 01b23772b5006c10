import { Problem, type Handler, type MemberRole } from '@trellis/contracts';
import { requireSecondStep } from '../organizations/membership.js';
import type { PrismaClient } from '../generated/prisma/client.js';

/** How long an MCP client may be unused (ms): OWASP ASVS 5.0, 7.3.1. */
const idleMs = 30 * 24 * 60 * 60_000;

/**
 * How long the refresh token before the current one still works (ms), for an app that sends two requests at once or did
 * not get the answer. It then gets the current one again.
 */
const graceMs = 30_000;

export const redeem: Handler<'mcp_clients.redeem', { prisma: PrismaClient }> = async (
  { prisma },
  { id, client, generation },
) => {
  const now = new Date();
  const next = { lastUsed: now, expires: new Date(now.getTime() + idleMs) };
  const { count } = await prisma.mcpClient.updateMany({
    where: { id, client, generation, expires: { gt: now }, environment: { deleted: null } },
    data: { generation: { increment: 1 }, ...next },
  });
  const found = await prisma.mcpClient.findUnique({
    where: { id, client, expires: { gt: now } },
    include: { environment: true, member: { include: { user: true } } },
  });
  // A deleted environment may be restored, and then its MCP clients go on.
  if (!found || found.environment.deleted) {
    throw new Problem('invalid_client', 'The app is no longer authorized.');
  }
  if (count === 0 && !isRepeated(found, { generation, now })) {
    await prisma.mcpClient.deleteMany({ where: { id } });
    const { environmentId: developer } = found;
    throw new Problem('invalid_client', 'The code or refresh token was used before.', {
      developer,
    });
  }
  const { name, environmentId, scopes, member } = found;
  await requireSecondStep(prisma, { person: member.userId, organization: member.organizationId });
  return {
    generation: found.generation,
    name,
    environment: environmentId,
    scopes,
    role: member.role as MemberRole,
    person: { id: member.userId, email: member.user.email },
  };
};

/** Returns whether a refresh token, though not a code, is repeated soon enough. */
const isRepeated = (
  found: { generation: number; lastUsed: Date },
  { generation, now }: { generation: number; now: Date },
): boolean =>
  generation > 0 &&
  generation === found.generation - 1 &&
  now.getTime() - found.lastUsed.getTime() < graceMs;
