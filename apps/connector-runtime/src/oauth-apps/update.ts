import { appVersion, requireExpected, type Handler } from '@trellis/contracts';
import { writeInTime, type Database } from '../database.js';
import { changeApp } from './change.js';
import { requireApp, toApp } from './read.js';

/** Changes the name of an app, or the origins of its web pages, for its account. */
export const updateApp: Handler<'apps.update', { database: Database }> = async (
  { database },
  { developer, id, name, allowed_origins: allowedOrigins, expected },
  deadline,
) => {
  const row = await writeInTime(database, deadline, async (tx) => {
    const { key } = await requireApp(tx, { developer, id });
    // Requests that race wait for each other here, so that each sees the version that it changes.
    await tx.$queryRaw`SELECT key FROM apps WHERE key = ${key} FOR UPDATE`;
    const app = await requireApp(tx, { developer, id });
    requireExpected(appVersion(toApp(app)), expected);
    return changeApp(tx, app, { name, allowedOrigins });
  });
  return toApp(row);
};
