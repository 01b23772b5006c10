import { createHash, timingSafeEqual } from 'node:crypto';
import { Problem, type Invitation, type MemberRole } from '@trellis/contracts';
import type { Queries } from '../database.js';
import type { Invitation as Row } from '../generated/prisma/client.js';

/** A generated secret has 256 random bits, so a fast digest suffices. */
export const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Finds the open invitation of a link. */
async function findOpen(queries: Queries, id: string, secret: string): Promise<Row | undefined> {
  if (!uuidForm.test(id)) return undefined;
  const row = await queries.invitation.findUnique({ where: { id } });
  const isOpen =
    row !== null &&
    row.expires > new Date() &&
    timingSafeEqual(Buffer.from(row.secretHash), Buffer.from(digestOf(secret)));
  return isOpen ? row : undefined;
}

/** Returns the open invitation of a link; throws `not_found` if there is none. */
export async function requireOpen(queries: Queries, id: string, secret: string): Promise<Row> {
  const found = await findOpen(queries, id, secret);
  if (found) return found;
  throw new Problem('not_found', 'The invitation was accepted, withdrawn, or has expired.');
}

/** Returns the invitation that a header names by id and secret, separated by a dot, if it is for the address. */
export async function invitedTo(
  queries: Queries,
  header: string | null | undefined,
  email: unknown,
): Promise<Row | undefined> {
  const [id = '', secret = ''] = header?.split('.') ?? [];
  const found = await findOpen(queries, id, secret);
  return found && found.email === String(email).toLowerCase() ? found : undefined;
}

/** Returns whether an address has an open invitation. */
export const isInvited = async (queries: Queries, email: string): Promise<boolean> =>
  (await queries.invitation.count({
    where: { email: email.toLowerCase(), expires: { gt: new Date() } },
  })) > 0;

export const toInvitation = ({ id, email, role, invitedBy, expires }: Row): Invitation => ({
  id,
  email,
  role: role as MemberRole,
  ...(invitedBy !== null && { invited_by: invitedBy }),
  expires: expires.toISOString(),
});
