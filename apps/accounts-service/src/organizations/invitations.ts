import { maxMembers, Problem, type Handler } from '@trellis/contracts';
import type { Mailer } from '@trellis/mail';
import type { Sealing } from '@trellis/sealing';
import type { PrismaClient } from '../generated/prisma/client.js';
import { invitationMail } from '../mails.js';
import { lockOrganization, requireManager, tooMany } from './membership.js';
import { digestOf, requireOpen, toInvitation } from './open-invitation.js';
import { readOrganization } from './organizations.js';

interface Needs {
  prisma: PrismaClient;
  sealing: Sealing;
  mailer: Mailer | undefined;
  base: string;
}

const dayMs = 24 * 60 * 60_000;
const lifetimeMs = 7 * dayMs;

export const createInvitation: Handler<'invitations.create', Needs> = async (
  { prisma, sealing, mailer, base },
  { person, organization: organizationId, id, email, role, secret: sealed, send },
) => {
  await requireManager(prisma, { person, organization: organizationId });
  if (send && !mailer) {
    throw new Problem('no_mail_server', 'Pass on the link of the invitation yourself.');
  }
  const secret = String(sealing.open({ purpose: 'sign-in', id }, sealed));
  const row = await prisma.$transaction(async (tx) => {
    await lockOrganization(tx, organizationId);
    await refuseMember(tx, { organizationId, email });
    await requireRoom(tx, organizationId);
    const inviter = await tx.user.findUniqueOrThrow({ where: { id: person } });
    return invite(tx, {
      id,
      organizationId,
      email,
      role,
      secret,
      emailed: send,
      invitedBy: inviter.email,
    });
  });
  if (send) {
    const { name } = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } });
    const url = invitationLink(base, { id, secret });
    const mail = invitationMail(email, { organization: name, role, invitedBy: row.invitedBy, url });
    const { status, error } = await mailer!.send({ id, ...mail });
    if (status !== 'delivered')
      throw new Problem('unavailable', error ?? 'The e-mail was not sent.');
  }
  return toInvitation(row);
};

type Tx = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

interface NewInvitation {
  id: string;
  organizationId: string;
  email: string;
  role: string;
  secret: string;
  emailed: boolean;
  invitedBy: string | null;
}

/** Stores an invitation, in place of an earlier one for the address. */
export async function invite(tx: Tx, { secret, ...given }: NewInvitation) {
  const { organizationId, email } = given;
  await tx.invitation.deleteMany({ where: { organizationId, email } });
  const expires = new Date(Date.now() + lifetimeMs);
  return tx.invitation.create({ data: { ...given, secretHash: digestOf(secret), expires } });
}

/** Returns the address of the page that accepts an invitation. Browsers do not send the part with the secret. */
export const invitationLink = (
  base: string,
  { id, secret }: { id: string; secret: string },
): string => `${base}/console/invitation#${id}.${secret}`;

async function refuseMember(
  tx: Tx,
  { organizationId, email }: Pick<NewInvitation, 'organizationId' | 'email'>,
) {
  const member = await tx.member.findFirst({ where: { organizationId, user: { email } } });
  if (member)
    throw new Problem('already_exists', 'Somebody with this address is a member already.');
}

async function requireRoom(tx: Tx, organizationId: string): Promise<void> {
  const where = { organizationId };
  const [members, invitations] = await Promise.all([
    tx.member.count({ where }),
    tx.invitation.count({ where }),
  ]);
  if (members + invitations >= maxMembers) throw tooMany('members and invitations', maxMembers);
}

export const removeInvitation: Handler<'invitations.remove', Needs> = async (
  { prisma },
  { person, organization: organizationId, id },
) => {
  await requireManager(prisma, { person, organization: organizationId });
  const { count } = await prisma.invitation
    .deleteMany({ where: { id, organizationId } })
    .catch(() => ({ count: 0 }));
  if (count === 0) throw new Problem('not_found', 'There is no such invitation.');
  return {};
};

export const openInvitation: Handler<'invitations.open', Needs> = async (
  { prisma, sealing },
  { id, secret: sealed },
) => {
  const secret = String(sealing.open({ purpose: 'sign-in', id }, sealed));
  const row = await requireOpen(prisma, id, secret);
  const [{ name }, known] = await Promise.all([
    prisma.organization.findUniqueOrThrow({ where: { id: row.organizationId } }),
    prisma.user.findUnique({ where: { email: row.email } }),
  ]);
  return { ...toInvitation(row), organization: name, has_account: known !== null };
};

export const acceptInvitation: Handler<'invitations.accept', Needs> = async (
  { prisma, sealing },
  { person, id, secret: sealed },
) => {
  const secret = String(sealing.open({ purpose: 'sign-in', id }, sealed));
  const organization = await prisma.$transaction(async (tx) => {
    const { organizationId, email, role } = await requireOpen(tx, id, secret);
    const user = await tx.user.findUniqueOrThrow({ where: { id: person } });
    if (user.email !== email) {
      throw new Problem('other_person', `Sign in as ${email} to accept the invitation.`);
    }
    await tx.member.createMany({
      data: { organizationId, userId: person, role },
      skipDuplicates: true,
    });
    await tx.invitation.deleteMany({ where: { id } });
    return organizationId;
  });
  return readOrganization(prisma, { person, organization });
};
