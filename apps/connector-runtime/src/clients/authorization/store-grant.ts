import { query } from '@trellis/database';
import { forgetHooks } from '../../hooks/hooks.sql.js';
import { Prisma } from '../../generated/prisma/client.js';
import { isServerError, toConnectorFailure } from '../../oauth/authorization-server.js';
import { sealGrant, type Grant } from '../../oauth/grant.js';
import type { Session, SessionNeeds } from '../../session.js';
import type { Runtime } from '../../runtime.js';
import { isAccount, sealAccount, type GrantedAccount } from './account.js';
import { revokeTokens } from './revoke.js';

export type StoreNeeds = SessionNeeds & Pick<Runtime, 'pool' | 'polls' | 'log'>;

interface NewGrant {
  tokens: Grant & { expires_in?: number };
  /** The account that they belong to, if known. */
  account: GrantedAccount | undefined;
  /** Whether the end user accepts another account than before. */
  acceptsOther: boolean;
}

/**
 * Stores tokens and starts the polls. Returns `false` without storing them when they belong to another account than
 * before and that is not accepted. Two authorizations may complete at the same time.
 */
export async function storeGrant(
  { database, sealing, pool, polls }: StoreNeeds,
  { row: { id, developer } }: Session,
  { tokens, account, acceptsOther }: NewGrant,
): Promise<boolean> {
  const client = { id, developer };
  for (;;) {
    const before = await database.client.findUniqueOrThrow({
      where: { id },
      select: { account: true },
    });
    const isSame = isAccount(sealing, { ...client, ...before }, account?.id);
    if (before.account !== null && !isSame && !acceptsOther) return false;
    const { count } = await database.client.updateMany({
      where: { id, ...before },
      data: {
        ...sealGrant(sealing, client, tokens),
        account: isSame ? undefined : sealAccount(sealing, client, account?.id),
        vendorAccount: account?.shown ?? Prisma.DbNull,
        leaseHolder: null,
        leaseUntil: null,
      },
    });
    if (count > 0) break;
  }
  // A different account at the vendor sends nothing to the old address.
  await query(pool, forgetHooks, [id]);
  await polls.start([{ id, data: { client: id } }]);
  await polls.runNow(id);
  return true;
}

/**
 * Revokes tokens that were not stored. Tokens that may belong to the account of another client of the subject are left
 * to expire, because some servers would end that client's grant, too.
 */
export async function returnGrant(
  { database, sealing, log }: StoreNeeds,
  session: Session,
  { tokens, account }: NewGrant,
): Promise<void> {
  if (account === undefined) return;
  const { id, subject, instance } = session.row;
  const others = await database.client.findMany({
    where: { subject, instance: { id: instance.id }, account: { not: null } },
    select: { id: true, developer: true, account: true },
  });
  if (others.some((other) => isAccount(sealing, other, account.id))) return;
  try {
    await revokeTokens(session, tokens);
  } catch (error) {
    if (!isServerError(error)) throw error;
    const reason = toConnectorFailure(error).message;
    log.warn({ client: id, reason }, 'the grant of another account was not revoked');
  }
}
