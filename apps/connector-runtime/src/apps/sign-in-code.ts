import type { Sealing } from '@trellis/sealing';
import type { Database } from '../database.js';
import type { App } from '../generated/prisma/client.js';
import { hashSecret } from './register.js';

/** Replaces the code that signs in to the console as an app. The code contains the secret of the app, sealed. */
export const storeSignInCode = (database: Database, { id, code }: { id: string; code: string }) =>
  database.app.update({ where: { id }, data: { signInCodeHash: hashSecret(code) } });

/** Returns the secret of an app for its code, which works only once; undefined for any other text. */
export async function redeemSignInCode(
  { database, sealing }: { database: Database; sealing: Sealing },
  { id, signInCodeHash }: Pick<App, 'id' | 'signInCodeHash'>,
  code: string,
): Promise<string | undefined> {
  if (signInCodeHash !== hashSecret(code)) return undefined;
  const { count } = await database.app.updateMany({
    where: { id, signInCodeHash },
    data: { signInCodeHash: null },
  });
  return count === 1 ? String(sealing.open({ purpose: 'sign-in-code', id }, code)) : undefined;
}
