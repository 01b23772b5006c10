import { Problem, type ConnectorsContract, type Handler } from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Queries } from '../database.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { requireManaged, requireMemberOf, toEnvironment } from './environments.js';
import { requireManager } from './membership.js';
import { readOrganization } from './organizations.js';

interface Needs {
  prisma: PrismaClient;
  connectors: RpcClient<ConnectorsContract>;
  /** How long a deleted environment can be restored (hours). */
  graceHours: number;
  log: Pick<Logger, 'warn'>;
}

/** Deletes an environment: its requests are refused from now on, and its data are erased after the grace period. */
export const removeEnvironment: Handler<'environments.remove', Needs> = async (
  needs,
  { person, id },
) => {
  const { organizationId } = await requireManaged(needs.prisma, { person, id });
  await deleteAll(needs, { organizationId, id });
  const row = await needs.prisma.environment.findUniqueOrThrow({ where: { id } });
  return { ...toEnvironment(row), organization: organizationId };
};

export const restoreEnvironment: Handler<'environments.restore', Needs> = async (
  needs,
  { person, id },
) => {
  const { organizationId } = await requireManaged(needs.prisma, { person, id });
  await restore(needs, id);
  await unmarkOrganization(needs, organizationId);
  const row = await needs.prisma.environment.findUniqueOrThrow({ where: { id } });
  return { ...toEnvironment(row), organization: organizationId };
};

/** Returns the id of the erasure of an environment that was deleted. */
export const readErasureOf: Handler<'environments.erasure', Needs> = async (
  { prisma },
  { person, id },
) => {
  const { erasure } = await requireMemberOf(prisma, { person, id });
  if (!erasure) throw new Problem('not_found', 'The environment was not deleted.');
  return { erasure };
};

/** Deletes an organization with all of its environments. */
export const removeOrganization: Handler<'organizations.remove', Needs> = async (
  needs,
  { person, organization },
) => {
  await requireManager(needs.prisma, { person, organization });
  await needs.prisma.$executeRaw`
    UPDATE organizations SET deleted = now(), erases = now() + ${needs.graceHours} * interval '1 hour'
    WHERE id = ${organization}::uuid AND deleted IS NULL`;
  await deleteAll(needs, { organizationId: organization });
  return readOrganization(needs.prisma, { person, organization });
};

/** Restores an organization with the environments that are not erased yet. */
export const restoreOrganization: Handler<'organizations.restore', Needs> = async (
  needs,
  { person, organization },
) => {
  const { prisma } = needs;
  await requireManager(prisma, { person, organization });
  const deleted = await prisma.environment.findMany({
    where: { organizationId: organization, deleted: { not: null } },
  });
  for (const { id } of deleted) await restore(needs, id).catch(ignoreErased);
  await unmarkOrganization(needs, organization);
  return readOrganization(prisma, { person, organization });
};

/** Deletes one environment or all of an organization, and schedules what is erased. */
async function deleteAll(
  needs: Needs,
  { organizationId, id }: { organizationId: string; id?: string },
): Promise<void> {
  const { prisma, graceHours, log } = needs;
  await prisma.$executeRaw`
    UPDATE environments SET deleted = now(), erasure = gen_random_uuid(),
      erases = now() + ${graceHours} * interval '1 hour'
    WHERE organization_id = ${organizationId}::uuid AND (${id ?? null}::text IS NULL OR id = ${id ?? null})
      AND deleted IS NULL`;
  // The deletion is stored: maintenance schedules what cannot be scheduled now.
  await scheduleErasures(needs).catch((err: unknown) => {
    log.warn({ err }, 'erasure of environments waits');
  });
}

/** Tells connector-runtime of the environments that were deleted. Can be repeated. */
export async function scheduleErasures({
  prisma,
  connectors,
}: Pick<Needs, 'prisma' | 'connectors'>): Promise<void> {
  const unscheduled = { deleted: { not: null }, scheduled: false } as const;
  for (const { id } of await prisma.environment.findMany({ where: unscheduled })) {
    await prisma.$transaction(async (tx) => {
      await lockEnvironment(tx, id);
      const row = await tx.environment.findUnique({ where: { id, ...unscheduled } });
      if (!row) return;
      const begins = row.erases!.toISOString();
      await connectors('erasures.start_account', { id: row.erasure!, developer: id, begins });
      await tx.environment.update({ where: { id }, data: { scheduled: true } });
    });
  }
}

/** Locks an environment until the transaction ends: otherwise one that was just restored could be erased. */
async function lockEnvironment(tx: Queries, id: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM environments WHERE id = ${id} FOR UPDATE`;
}

/** Restores an environment; throws `erasure_under_way` once its grace period has ended. */
async function restore({ prisma, connectors }: Needs, id: string): Promise<void> {
  await prisma.$transaction(async (tx) => {
    await lockEnvironment(tx, id);
    await connectors('erasures.cancel_account', { developer: id });
    await tx.$executeRaw`
      UPDATE environments SET deleted = NULL, erases = NULL, erasure = NULL, scheduled = false
      WHERE id = ${id} AND erases > now()`;
    const row = await tx.environment.findUniqueOrThrow({ where: { id } });
    if (row.deleted) throw erased();
  });
}

/** An organization with an environment that is not deleted is not deleted itself. */
const unmarkOrganization = ({ prisma }: Needs, id: string) =>
  prisma.organization.update({ where: { id }, data: { deleted: null, erases: null } });

const erased = (): Problem => new Problem('erasure_under_way', 'The environment is erased.');

function ignoreErased(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'erasure_under_way') throw error;
}
