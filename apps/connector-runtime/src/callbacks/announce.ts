import { v7 as newId } from 'uuid';
import type { Announcement, Runtime } from '../runtime.js';

/**
 * Keeps a message for every callback of the developer that asks for what has happened, and has them
 * delivered. What has happened must not fail because somebody cannot be told of it.
 */
export async function announce(runtime: Runtime, events: Announcement[]): Promise<void> {
  const { database, sealing, deliveries, log } = runtime;
  if (events.length === 0) return;
  try {
    const callbacks = await database.callback.findMany({
      where: {
        developer: { in: [...new Set(events.map(({ developer }) => developer))] },
        events: { hasSome: [...new Set(events.map(({ type }) => type))] },
      },
      select: { key: true, developer: true, events: true },
    });
    if (callbacks.length === 0) return;
    const timestamp = new Date().toISOString();
    const rows = events.flatMap(({ developer, type, data }) =>
      callbacks
        .filter((callback) => callback.developer === developer && callback.events.includes(type))
        .map(({ key }) => ({
          id: newId(),
          callbackKey: key,
          type,
          payload: sealing.seal({ type, timestamp, data }),
        })),
    );
    await database.delivery.createMany({ data: rows });
    for (const { id } of rows) await deliveries.add(id, { delivery: id });
  } catch (error) {
    log.warn({ err: error }, 'an announcement failed');
  }
}
