import { isPlainText, type Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Pool } from 'pg';
import { anyAppLists, appLists } from './allow-origin.sql.js';

/** Returns whether an app, or any app, lists an origin of web pages. */
export const allowOrigin: Handler<'apps.allow_origin', { pool: Pool }> = async (
  { pool },
  { origin, app },
) => {
  if (!app) return (await query(pool, anyAppLists, [origin]))[0]!;
  const { client_id, developer } = app;
  if (!isPlainText(client_id)) return { allowed: false };
  return (await query(pool, appLists, [origin, client_id, developer]))[0]!;
};
