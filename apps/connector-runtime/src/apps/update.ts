import type { Handler } from '@trellis/contracts';
import { writeInTime, type Database } from '../database.js';
import { changeApp } from './change.js';
import { lockApp, toApp } from './read.js';

/** Changes the name of an app or the origins of its web pages. */
export const updateApp: Handler<'apps.update', { database: Database }> = async (
  { database },
  { developer, id, name, allowed_origins: allowedOrigins, expected },
  deadline,
) => {
  const row = await writeInTime(database, deadline, async (tx) => {
    const app = await lockApp(tx, { developer, id, expected });
    return changeApp(tx, app, { name, allowedOrigins });
  });
  return toApp(row);
};
