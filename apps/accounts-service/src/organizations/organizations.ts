import {
  maxOrganizations,
  type Handler,
  type MemberRole,
  type Organization,
} from '@trellis/contracts';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Environment, Member, Organization as Row } from '../generated/prisma/client.js';
import { toDeletion } from './to-deletion.js';
import { toEnvironment } from './environments.js';
import { requireManager, requireMember, tooMany } from './membership.js';

interface Needs {
  prisma: PrismaClient;
}

const inOrder = { orderBy: { created: 'asc' } } as const;

export const createOrganization: Handler<'organizations.create', Needs> = async (
  { prisma },
  { person, id, name, environments },
) => {
  const found = await prisma.organization.findUnique({ where: { id } });
  if (!found) {
    const count = await prisma.member.count({ where: { userId: person } });
    if (count >= maxOrganizations) throw tooMany('organizations', maxOrganizations);
    await prisma.organization.create({
      data: {
        id,
        name,
        members: { create: { userId: person, role: 'owner' } },
        environments: { create: environments },
      },
    });
  }
  return readOrganization(prisma, { person, organization: id });
};

export const listOrganizations: Handler<'organizations.list', Needs> = async (
  { prisma },
  { person },
) => {
  const memberships = await prisma.member.findMany({
    where: { userId: person },
    include: { organization: { include: { environments: inOrder } } },
    ...inOrder,
  });
  return { organizations: memberships.map(toOrganization) };
};

export const updateOrganization: Handler<'organizations.update', Needs> = async (
  { prisma },
  { person, organization: id, name, requires_two_factor: requiresTwoFactor },
) => {
  await requireManager(prisma, { person, organization: id });
  await prisma.organization.update({
    where: { id },
    data: {
      ...(name !== undefined && { name }),
      ...(requiresTwoFactor !== undefined && { requiresTwoFactor }),
    },
  });
  return readOrganization(prisma, { person, organization: id });
};

/** Reads an organization for a member; throws `not_found` for anybody else. */
export async function readOrganization(
  prisma: PrismaClient,
  { person: userId, organization: organizationId }: { person: string; organization: string },
): Promise<Organization> {
  await requireMember(prisma, { person: userId, organization: organizationId });
  const membership = await prisma.member.findUniqueOrThrow({
    where: { organizationId_userId: { organizationId, userId } },
    include: { organization: { include: { environments: inOrder } } },
  });
  return toOrganization(membership);
}

const toOrganization = ({
  role,
  organization: { id, name, created, environments, requiresTwoFactor, ...deletion },
}: Member & { organization: Row & { environments: Environment[] } }): Organization => ({
  id,
  name,
  role: role as MemberRole,
  environments: environments.map(toEnvironment),
  requires_two_factor: requiresTwoFactor,
  created: created.toISOString(),
  ...toDeletion(deletion),
});
