import type { Handler } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { writeInTurn } from '../database.js';
import { requireRoom } from '../accounts/quotas.js';
import type { Runtime } from '../runtime.js';
import { toApp } from './apps.js';
import { hashSecret } from './register.js';

type Needs = Pick<Runtime, 'database' | 'sealing' | 'quotas'>;

/** Registers an app once per id. A repeated request replaces the secret with the one that it returns. */
export const createApp: Handler<'apps.create', Needs> = async (
  { database, sealing, quotas },
  { developer, id, name, scopes, allowed_origins: allowedOrigins = [], client_secret },
  deadline,
) => {
  const secretHash = hashSecret(String(sealing.open({ purpose: 'app-secret', id }, client_secret)));
  const store = () =>
    writeInTurn(database, { developer, deadline }, async (tx) => {
      const isNew = (await tx.app.findFirst({ where: { id, developer } })) === null;
      if (!isNew) return tx.app.update({ where: { id }, data: { secretHash } });
      const data = { id, developer, name, scopes, allowedOrigins, secretHash };
      const created = await tx.app.create({ data });
      await requireRoom(tx, quotas, { name: 'apps', developer });
      return created;
    });
  // A concurrent delivery of the same request may have stored the app meanwhile.
  const row = await store().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return store();
  });
  return toApp(row);
};
