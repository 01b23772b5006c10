import { Problem, type Handler, type Member, type MemberRole } from '@trellis/contracts';
import type { Queries } from '../database.js';
import type { Member as Row, PrismaClient, User } from '../generated/prisma/client.js';
import { toInvitation } from './open-invitation.js';
import { lockOrganization, requireManager, requireMember } from './membership.js';

interface Needs {
  prisma: PrismaClient;
}

type Found = Row & { user: User & { _count: { passkeys: number } } };

const withUser = { user: { include: { _count: { select: { passkeys: true } } } } } as const;

export const listMembers: Handler<'members.list', Needs> = async (
  { prisma },
  { person, organization: organizationId },
) => {
  await requireMember(prisma, { person, organization: organizationId });
  const [members, invitations] = await Promise.all([
    prisma.member.findMany({
      where: { organizationId },
      include: withUser,
      orderBy: { created: 'asc' },
    }),
    prisma.invitation.findMany({
      where: { organizationId, expires: { gt: new Date() } },
      orderBy: { created: 'asc' },
    }),
  ]);
  return { members: members.map(toMember), invitations: invitations.map(toInvitation) };
};

const toMember = ({ role, created, user }: Found): Member => ({
  id: user.id,
  email: user.email,
  name: user.name,
  role: role as MemberRole,
  two_factor: user.twoFactorEnabled === true || user._count.passkeys > 0,
  created: created.toISOString(),
});

export const updateMember: Handler<'members.update', Needs> = async (
  { prisma },
  { person, organization: organizationId, id: userId, role },
) =>
  prisma.$transaction(async (tx) => {
    await requireManager(tx, { person, organization: organizationId });
    await lockOrganization(tx, organizationId);
    const where = { organizationId_userId: { organizationId, userId } };
    const { role: before } = await requireOther(tx, where);
    if (before === 'owner' && role !== 'owner') await requireOtherOwner(tx, where);
    return toMember(await tx.member.update({ where, data: { role }, include: withUser }));
  });

export const removeMember: Handler<'members.remove', Needs> = async (
  { prisma },
  { person, organization: organizationId, id: userId },
) => {
  await prisma.$transaction(async (tx) => {
    const membership = { person, organization: organizationId };
    await (userId === person ? requireMember(tx, membership) : requireManager(tx, membership));
    await lockOrganization(tx, organizationId);
    const where = { organizationId_userId: { organizationId, userId } };
    const { role } = await requireOther(tx, where);
    if (role === 'owner') await requireOtherOwner(tx, where);
    await tx.member.delete({ where });
  });
  return {};
};

interface Where {
  organizationId_userId: { organizationId: string; userId: string };
}

async function requireOther(tx: Queries, where: Where): Promise<Row> {
  const found = await tx.member.findUnique({ where });
  if (!found) throw new Problem('not_found', 'There is no such member.');
  return found;
}

async function requireOtherOwner(
  tx: Queries,
  { organizationId_userId: { organizationId, userId } }: Where,
): Promise<void> {
  const others = await tx.member.count({
    where: { organizationId, role: 'owner', userId: { not: userId } },
  });
  if (others === 0) throw new Problem('last_owner', 'Make somebody else an owner first.');
}
