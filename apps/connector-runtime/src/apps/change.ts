import { isDeepStrictEqual } from 'node:util';
import type { Queries } from '../database.js';
import type { App } from '../generated/prisma/client.js';

/** A change of an app; omitted members stay. */
interface AppChange {
  name?: string | undefined;
  allowedOrigins?: string[] | undefined;
}

/** Stores a change of an app. Returns the same object if nothing changes. */
export async function changeApp(
  tx: Queries,
  app: App,
  { name = app.name, allowedOrigins = app.allowedOrigins }: AppChange,
): Promise<App> {
  if (name === app.name && isDeepStrictEqual(allowedOrigins, app.allowedOrigins)) return app;
  return tx.app.update({ where: { key: app.key }, data: { name, allowedOrigins } });
}
