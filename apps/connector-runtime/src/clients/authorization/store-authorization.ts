import { authorizationTimeouts } from '@trellis/contracts';
import type { Session, SessionNeeds } from '../../session.js';
import { digestOf } from './account.js';

export interface Begun {
  state: string;
  browser: string;
  returnTo: string | null;
  acceptsOtherAccount: boolean;
}

interface Stored extends Begun {
  /** The secrets that complete it, which are encrypted. */
  verifier: unknown;
  /** When it ends, if earlier than others. */
  expires?: Date;
  intervalMs?: number;
  nextRequest?: Date;
}

export const verifierBinding = (developer: string, id: string) =>
  ({ purpose: 'authorizations.verifier', developer, id }) as const;

export async function storeAuthorization(
  { database, sealing, clock }: SessionNeeds,
  { row }: Session,
  { state, verifier, ...given }: Stored,
): Promise<void> {
  const now = clock.now();
  const digest = digestOf(state);
  await database.authorization.deleteMany({
    where: { clientKey: row.key, expires: { lt: new Date(now) } },
  });
  await database.authorization.create({
    data: {
      state: digest,
      clientKey: row.key,
      expires: new Date(now + authorizationTimeouts.endUserMs),
      ...given,
      verifier: sealing.seal(verifierBinding(row.developer, digest), verifier),
    },
  });
}
