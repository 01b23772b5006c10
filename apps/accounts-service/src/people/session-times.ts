import type { PrismaClient } from '../generated/prisma/client.js';

/** How long a session lasts at most (ms): OWASP ASVS 5.0, 7.3.2; see docs/sign-in.md. */
export const sessionMs = 12 * 60 * 60_000;

/** By how much the end of a session has to move before it is stored (ms): most requests write nothing. */
const stepMs = 60_000;

interface Session {
  id: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Returns when a session ends that is used now and never again: OWASP ASVS 5.0, 7.3.1. */
export const endOf = ({ createdAt }: Pick<Session, 'createdAt'>, idleMs: number): Date =>
  new Date(Math.min(Date.now() + idleMs, createdAt.getTime() + sessionMs));

/** Moves the end of a session that is used, unless another request has moved it. */
export async function prolong(
  prisma: PrismaClient,
  session: Session,
  idleMs: number,
): Promise<void> {
  const { id, expiresAt } = session;
  const end = endOf(session, idleMs);
  if (end.getTime() - expiresAt.getTime() < stepMs) return;
  await prisma.session.updateMany({ where: { id, expiresAt }, data: { expiresAt: end } });
}
