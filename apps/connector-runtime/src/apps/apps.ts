import { isDeepStrictEqual } from 'node:util';
import {
  appVersion,
  isPlainText,
  Problem,
  requireExpected,
  type App,
  type Handler,
} from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import { writeInTurn, type Queries } from '../database.js';
import type { App as Row } from '../generated/prisma/client.js';
import type { SettleNeeds } from '../delivery/settle.js';
import { deleteWebhook } from '../delivery/webhooks/register.js';
import type { Runtime } from '../runtime.js';

export const listApps: Handler<'apps.list', Pick<Runtime, 'database'>> = async (
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

export const readApp: Handler<'apps.read', Pick<Runtime, 'database'>> = async ({ database }, of) =>
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
async function lockApp(
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
    id,
    name,
    scopes,
    allowed_origins: allowedOrigins,
    ...(created && { created: created.toISOString() }),
    ...(row.lastUsed && { last_used: row.lastUsed.toISOString() }),
    ...(isRotating && { previous_secret_until: previousUntil.toISOString() }),
  };
}

/** Changes the name of an app or the origins of its web pages. */
export const updateApp: Handler<'apps.update', Pick<Runtime, 'database'>> = async (
  { database },
  { developer, id, name, allowed_origins: allowedOrigins, expected },
  deadline,
) => {
  const row = await writeInTurn(database, { developer, deadline }, async (tx) => {
    const app = await lockApp(tx, { developer, id, expected });
    return changeApp(tx, app, { name, allowedOrigins });
  });
  return toApp(row);
};

/** A change of an app; omitted members stay. */
interface AppChange {
  name?: string | undefined;
  allowedOrigins?: string[] | undefined;
}

/** Stores a change of an app. Returns the same object if nothing changes. */
export async function changeApp(
  tx: Queries,
  app: Row,
  { name = app.name, allowedOrigins = app.allowedOrigins }: AppChange,
): Promise<Row> {
  if (name === app.name && isDeepStrictEqual(allowedOrigins, app.allowedOrigins)) return app;
  return tx.app.update({ where: { key: app.key }, data: { name, allowedOrigins } });
}

/** Revokes an app and removes its webhook, which no one else can remove. */
export const removeApp: Handler<'apps.remove', SettleNeeds> = async (
  { database, publishEnded },
  { developer, id, expected },
  deadline,
) => {
  const ended = await writeInTurn(database, { developer, deadline }, async (tx) => {
    const { key } = await lockApp(tx, { developer, id, expected });
    // First, because it waits for a concurrent registration of a webhook.
    await tx.app.deleteMany({ where: { key } });
    await tx.revokedApp.createMany({ data: [{ developer, id }], skipDuplicates: true });
    await tx.connectSession.deleteMany({ where: { developer, app: id } });
    return deleteWebhook(tx, { developer, app: id });
  });
  for (const interaction of ended) await publishEnded(interaction);
  return {};
};
