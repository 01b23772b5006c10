import type { Handler } from '@trellis/contracts';
import { writeInTime } from '../database.js';
import type { SettleNeeds } from '../delivery/settle.js';
import { deleteWebhook } from '../delivery/webhooks/register.js';
import { lockApp } from './read.js';

/** Revokes an app, and removes its webhook: nobody else could. */
export const removeApp: Handler<'apps.remove', SettleNeeds> = async (
  { database, publishEnded },
  { developer, id, expected },
  deadline,
) => {
  const ended = await writeInTime(database, deadline, async (tx) => {
    const { key } = await lockApp(tx, { developer, id, expected });
    // First: it waits for the webhook that is being registered.
    await tx.app.deleteMany({ where: { key } });
    await tx.revokedApp.createMany({ data: [{ developer, id }], skipDuplicates: true });
    return deleteWebhook(tx, { developer, app: id });
  });
  for (const interaction of ended) await publishEnded(interaction);
  return {};
};
