import { createHash } from 'node:crypto';
import { toVendorAccount } from '@trellis/connector-sdk';
import type { VendorAccount } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
import type { IDToken } from 'openid-client';
import type { Client } from '../../generated/prisma/client.js';
import { isServerError, requireOAuth2 } from '../../oauth/authorization-server.js';
import type { Session } from '../../session.js';
import type { Runtime } from '../../runtime.js';

/** Returns the SHA-256 digest (hexadecimal) that is stored of a `state`, so that a reader of the database cannot forge a response. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The account at the vendor that tokens belong to. */
export interface GrantedAccount {
  /** Stays the same for as long as the account exists. */
  id: string;
  /** The part that may be shown. */
  shown: VendorAccount | undefined;
}

interface Issued {
  access_token: string;
  /** The claims of the ID token, if there is one. */
  claims(): IDToken | undefined;
}

/**
 * Reads the account at the vendor that tokens belong to; undefined when the vendor does not tell. Throws when the
 * vendor does not answer, unless no account of the client is known yet: then there is nothing to compare with.
 */
export async function readAccount(
  { database }: Pick<Runtime, 'database'>,
  session: Session,
  { access_token, claims }: Issued,
  signal: AbortSignal,
): Promise<GrantedAccount | undefined> {
  const { account } = requireOAuth2(session.connector);
  if (!account) return accountIn(claims());
  try {
    const id = await account({
      ...session.contextUntil(signal),
      accessToken: async () => access_token,
    });
    return id === undefined ? undefined : { id, shown: toVendorAccount({ id }) };
  } catch (error) {
    if (!isServerError(error)) throw error;
    const { id } = session.row;
    const isUnknown = { where: { id, account: null } };
    if ((await database.client.count(isUnknown)) === 0) throw error;
    return undefined;
  }
}

/** Returns the account in an ID token; people know theirs by its e-mail address rather than by their name. */
function accountIn(claims: IDToken | undefined): GrantedAccount | undefined {
  if (!claims) return undefined;
  const { sub: id, email, preferred_username: username, name } = claims;
  return { id, shown: toVendorAccount({ id, name: email ?? username ?? name }) };
}

type OfClient = Pick<Client, 'id' | 'developer'>;

const bindingOf = ({ id, developer }: OfClient) =>
  ({ purpose: 'clients.account', developer, id }) as const;

/** Encrypts the digest of an account, to compare it later. The account itself may be an e-mail address. */
export const sealAccount = (
  sealing: Sealing,
  client: OfClient,
  account: string | undefined,
): string | null =>
  account === undefined ? null : sealing.seal(bindingOf(client), digestOf(account));

/** Returns whether an account is the stored one. */
export const isAccount = (
  sealing: Sealing,
  { account: sealed, ...client }: OfClient & Pick<Client, 'account'>,
  account: string | undefined,
): boolean =>
  sealed !== null &&
  account !== undefined &&
  sealing.open(bindingOf(client), sealed) === digestOf(account);
