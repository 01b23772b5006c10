import type { Handler } from '@trellis/contracts';
import { writeInTime } from '../database.js';
import type { SettleNeeds } from '../delivery/settle.js';
import { deleteWebhook } from '../delivery/webhooks/register.js';
import { lockApp } from './read.js';

/** Revokes an app and removes its webhook, which no one else can remove. */
export const removeApp: Handler<'apps.remove', SettleNeeds> = async (
  { database, publishEnded },
  { developer, id, expected },
  deadline,
) => {
  const ended = await writeInTime(database, deadline, async (tx) => {
    const { key } = await lockApp(tx, { developer, id, expected });
    // First, because it waits for a concurrent registration of a webhook.
    await tx.app.deleteMany({ where: { key } });
    await tx.revokedApp.createMany({ data: [{ developer, id }], skipDuplicates: true });
    return deleteWebhook(tx, { developer, app: id });
  });
  for (const interaction of ended) await publishEnded(interaction);
  return {};
};
