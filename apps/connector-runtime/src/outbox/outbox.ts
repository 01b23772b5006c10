import { v7 as newId } from 'uuid';
import type { Queries } from '../database.js';
import type { Announcement, Runtime } from '../runtime.js';

/**
 * Makes a change, and keeps with it a message for every callback of the developer that asks to be told
 * of such events: either both happen or neither. Then has the messages delivered.
 */
export async function announce(
  runtime: Runtime,
  events: Announcement[],
  change: (db: Queries) => Promise<unknown>,
): Promise<void> {
  const { database, deliveries, log } = runtime;
  const messages = await database.$transaction(async (db) => {
    await change(db);
    const rows = await messagesOf(db, runtime, events);
    if (rows.length > 0) await db.delivery.createMany({ data: rows });
    return rows;
  });
  try {
    for (const { id } of messages) await deliveries.add(id, { delivery: id });
  } catch (error) {
    log.warn({ err: error }, 'messages wait until it is looked for them');
  }
}

async function messagesOf(db: Queries, { sealing }: Runtime, events: Announcement[]) {
  if (events.length === 0) return [];
  const callbacks = await db.callback.findMany({
    where: {
      developer: { in: [...new Set(events.map(({ developer }) => developer))] },
      events: { hasSome: [...new Set(events.map(({ type }) => type))] },
    },
    select: { key: true, developer: true, events: true },
  });
  const timestamp = new Date().toISOString();
  return events.flatMap(({ developer, type, data }) =>
    callbacks
      .filter((callback) => callback.developer === developer && callback.events.includes(type))
      .map(({ key }) => ({
        id: newId(),
        callbackKey: key,
        type,
        payload: sealing.seal({ type, timestamp, data }),
      })),
  );
}
