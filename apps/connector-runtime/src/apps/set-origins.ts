import { recordOperatorActions } from '../accounts/operator-actions.js';
import type { Database } from '../database.js';
import { changeApp } from './change.js';

interface OriginsOfApp {
  client_id: string;
  allowedOrigins: string[];
  operator: string;
}

/** Replaces the origins of an app's web pages for an operator. Returns whether the app exists. */
export async function setAppOrigins(
  database: Database,
  { client_id: id, allowedOrigins, operator }: OriginsOfApp,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    const known = await tx.app.findUnique({ where: { id } });
    if (!known) return false;
    if ((await changeApp(tx, known, { allowedOrigins })) === known) return true;
    await recordOperatorActions(tx, [
      {
        developer: known.developer,
        operator,
        operation: 'set_app_origins',
        resource: { type: 'app', ids: [id] },
      },
    ]);
    return true;
  });
}
