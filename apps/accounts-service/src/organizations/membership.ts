import { Problem, roles, type MemberRole } from '@trellis/contracts';
import type { Queries } from '../database.js';

interface Membership {
  person: string;
  organization: string;
}

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the role of a person in an organization; throws `not_found` for people who are no members. */
export async function requireMember(
  queries: Queries,
  { person: userId, organization: organizationId }: Membership,
): Promise<MemberRole> {
  const member =
    uuidForm.test(organizationId) &&
    (await queries.member.findUnique({
      where: { organizationId_userId: { organizationId, userId } },
    }));
  if (!member) throw new Problem('not_found', 'There is no such organization.');
  return member.role as MemberRole;
}

/** Throws `insufficient_role` for members who do not manage the organization. */
export async function requireManager(queries: Queries, membership: Membership): Promise<void> {
  const role = await requireMember(queries, membership);
  if (roles[role].managesOrganization) return;
  throw new Problem('insufficient_role', 'Only owners manage the organization.');
}

/**
 * Throws `two_factor_needed` for people whose password alone signs them in, where the organization requires more. That they
 * also have a passkey does not help; an OpenID provider has rules of its own.
 */
export async function requireSecondStep(
  queries: Queries,
  { person, organization }: Membership,
): Promise<void> {
  const { requiresTwoFactor } = await queries.organization.findUniqueOrThrow({
    where: { id: organization },
  });
  if (!requiresTwoFactor) return;
  const user = await queries.user.findUniqueOrThrow({
    where: { id: person },
    include: { accounts: { where: { password: { not: null } } } },
  });
  if (user.twoFactorEnabled || user.accounts.length === 0) return;
  throw new Problem(
    'two_factor_needed',
    'The organization requires two-step sign-in of its members: turn it on in your account.',
  );
}

/** Locks an organization until the transaction ends, for checks of all its members or environments. */
export async function lockOrganization(tx: Queries, id: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM organizations WHERE id = ${id}::uuid FOR UPDATE`;
}

export const tooMany = (counts: string, limit: number): Problem =>
  new Problem('quota_exceeded', `There may be at most ${limit} ${counts}.`);
