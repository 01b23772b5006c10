import { Problem, type Handler } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { writeInTime } from '../../database.js';
import type { Runtime } from '../../runtime.js';
import { requireWebhook } from './register.js';

type Needs = Pick<Runtime, 'database' | 'units' | 'replays'>;

/**
 * Starts to resend to a webhook everything that happened since a cursor. Throws `already_exists` while another replay
 * is running, and `position_gone` when the cursor is no longer retained.
 */
export const replay: Handler<'webhooks.replay', Needs> = async (
  { database, units, replays },
  { id, from, ...of },
  deadline,
) => {
  const { key, developer, events } = await requireWebhook(database, of);
  if (events.length === 0) {
    throw new Problem('invalid_request', 'The callback has subscribed to no events.');
  }
  const question = { caller: { developer }, kinds: ['client_status_changed' as const], limit: 1 };
  await units('changes.read', { ...question, after: from });
  const { cursor: until } = await units('changes.read', question);
  const data = { webhookKey: key, id, job: id, position: from, until };
  try {
    await writeInTime(database, deadline, (tx) => tx.replay.create({ data }));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const other = await database.replay.findUnique({ where: { webhookKey: key } });
    if (other?.id !== id) throw new Problem('already_exists', 'Another replay is under way.');
  }
  await replays.add(id, { job: id });
  return { id };
};
