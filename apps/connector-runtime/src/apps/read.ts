import {
  appVersion,
  isPlainText,
  Problem,
  requireExpected,
  type App,
  type Handler,
} from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import type { Database, Queries } from '../database.js';
import type { App as Row } from '../generated/prisma/client.js';

export const listApps: Handler<'apps.list', { database: Database }> = async (
  { database },
  { developer, page },
) => {
  const { after, take } = pageRange(page);
  const rows = await database.app.findMany({
    where: { developer, key: { gt: after } },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, toApp);
};

export const readApp: Handler<'apps.read', { database: Database }> = async ({ database }, of) =>
  toApp(await requireApp(database, of));

/** Reads an app of an account; throws `not_found` for any other id. */
export async function requireApp(
  database: Queries,
  { developer, id }: { developer: string; id: string },
): Promise<Row> {
  const found = isPlainText(id) && (await database.app.findFirst({ where: { id, developer } }));
  if (!found) throw new Problem('not_found', 'There is no such app.');
  return found;
}

/** Locks an app in one of the expected versions until the transaction ends. */
export async function lockApp(
  tx: Queries,
  { expected, ...of }: { developer: string; id: string; expected: string[] | undefined },
): Promise<Row> {
  const { key } = await requireApp(tx, of);
  await tx.$queryRaw`SELECT key FROM apps WHERE key = ${key} FOR UPDATE`;
  const app = await requireApp(tx, of);
  requireExpected(appVersion(toApp(app)), expected);
  return app;
}

export function toApp({
  id,
  name,
  scopes,
  allowedOrigins,
  created,
  previousUntil,
  ...row
}: Row): App {
  const isRotating = previousUntil !== null && previousUntil > new Date();
  return {
    client_id: id,
    name,
    scopes,
    allowed_origins: allowedOrigins,
    ...(created && { created: created.toISOString() }),
    ...(row.lastUsed && { last_used: row.lastUsed.toISOString() }),
    ...(isRotating && { previous_secret_until: previousUntil.toISOString() }),
  };
}
