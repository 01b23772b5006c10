import { environmentDeleted, maxEnvironments, Problem, type Handler } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import type { Environment, PrismaClient } from '../generated/prisma/client.js';
import { toDeletion } from './to-deletion.js';
import {
  lockOrganization,
  requireManager,
  requireMember,
  requireSecondStep,
  tooMany,
} from './membership.js';

interface Needs {
  prisma: PrismaClient;
}

export const toEnvironment = ({ id, name, created, ...deletion }: Environment) => ({
  id,
  name,
  created: created.toISOString(),
  ...toDeletion(deletion),
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
  const { organizationId } = await requireManaged(prisma, { person, id });
  const row = await prisma.environment.update({ where: { id }, data: { name } }).catch(refuseName);
  return { ...toEnvironment(row), organization: organizationId };
};

export const authorizeEnvironment: Handler<'environments.authorize', Needs> = async (
  { prisma },
  { person, id },
) => {
  const {
    deleted,
    role,
    organizationId: organization,
  } = await requireMemberOf(prisma, { person, id });
  if (deleted) throw environmentDeleted();
  await requireSecondStep(prisma, { person, organization });
  return { id, role };
};

interface Named {
  person: string;
  id: string;
}

/** Returns an environment of an organization of which the person is a member, with the role. */
export async function requireMemberOf(prisma: PrismaClient, { person, id }: Named) {
  const environment = await requireEnvironment(prisma, id);
  const organization = environment.organizationId;
  const role = await requireMember(prisma, { person, organization }).catch(hideOrganization);
  return { ...environment, role };
}

/** Returns an environment of an organization that the person manages. */
export async function requireManaged(
  prisma: PrismaClient,
  { person, id }: Named,
): Promise<Environment> {
  const environment = await requireEnvironment(prisma, id);
  const organization = environment.organizationId;
  await requireManager(prisma, { person, organization }).catch(hideOrganization);
  return environment;
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
