import { Problem, type Handler } from '@trellis/contracts';
import { writeInTime } from '../database.js';
import type { SettleNeeds } from '../interactions/settle.js';
import { removeWebhook } from '../webhooks/register.js';
import { requireApp } from './read.js';

/** Revokes an app. Its callback goes first, so that a repeated request finds what is left. */
export const removeApp: Handler<'apps.remove', SettleNeeds> = async (needs, of, deadline) => {
  const { developer, id } = of;
  const { key } = await requireApp(needs.database, of);
  await removeWebhook(needs, { developer, app: id }, deadline).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
  });
  await writeInTime(needs.database, deadline, (tx) => tx.app.deleteMany({ where: { key } }));
  return {};
};
