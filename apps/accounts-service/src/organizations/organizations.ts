import {
  maxEnvironments,
  maxOrganizations,
  Problem,
  type Handler,
  type MemberRole,
  type Organization,
} from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { Environment, Member, Organization as Row } from '../generated/prisma/client.js';
import { lockOrganization, requireManager, requireMember } from './membership.js';

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
  { person, organization: id, name },
) => {
  await requireManager(prisma, { person, organization: id });
  await prisma.organization.update({ where: { id }, data: { name } });
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
  organization: { id, name, created, environments },
}: Member & { organization: Row & { environments: Environment[] } }): Organization => ({
  id,
  name,
  role: role as MemberRole,
  environments: environments.map(toEnvironment),
  created: created.toISOString(),
});

const toEnvironment = ({ id, name, created }: Environment) => ({
  id,
  name,
  created: created.toISOString(),
});

export const createEnvironment: Handler<'environments.create', Needs> = async (
  { prisma },
  { person, organization: organizationId, id, name },
) => {
  const row = await prisma
    .$transaction(async (tx) => {
      await requireManager(tx, { person, organization: organizationId });
      await lockOrganization(tx, organizationId);
      const found = await tx.environment.findUnique({ where: { id, organizationId } });
      if (found) return found;
      const count = await tx.environment.count({ where: { organizationId } });
      if (count >= maxEnvironments) throw tooMany('environments', maxEnvironments);
      return tx.environment.create({ data: { id, organizationId, name } });
    })
    .catch(refuseName);
  return toEnvironment(row);
};

export const updateEnvironment: Handler<'environments.update', Needs> = async (
  { prisma },
  { person, id, name },
) => {
  const { organizationId } = await requireEnvironment(prisma, id);
  await requireManager(prisma, { person, organization: organizationId }).catch(hideOrganization);
  const row = await prisma.environment.update({ where: { id }, data: { name } }).catch(refuseName);
  return { ...toEnvironment(row), organization: organizationId };
};

export const authorizeEnvironment: Handler<'environments.authorize', Needs> = async (
  { prisma },
  { person, id },
) => {
  const { role } = await requireMemberOf(prisma, { person, environment: id });
  return { id, role };
};

/** Returns the organization of an environment, and the role in it; throws `not_found` for others than members. */
export async function requireMemberOf(
  prisma: PrismaClient,
  { person, environment }: { person: string; environment: string },
): Promise<{ organization: string; role: MemberRole }> {
  const { organizationId: organization } = await requireEnvironment(prisma, environment);
  const role = await requireMember(prisma, { person, organization }).catch(hideOrganization);
  return { organization, role };
}

async function requireEnvironment(prisma: PrismaClient, id: string): Promise<Environment> {
  const found = await prisma.environment.findUnique({ where: { id } });
  return found ?? noEnvironment();
}

function noEnvironment(): never {
  throw new Problem('not_found', 'There is no such environment.');
}

/** To others than members, an environment does not exist. */
function hideOrganization(error: unknown): never {
  if (error instanceof Problem && error.code === 'not_found') noEnvironment();
  throw error;
}

function refuseName(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new Problem('already_exists', 'The organization has an environment of this name.');
}

export const tooMany = (counts: string, limit: number): Problem =>
  new Problem('quota_exceeded', `There may be at most ${limit} ${counts}.`);
