import type { Broker } from './broker.js';

/**
 * A word that something has happened, for whoever waits for it at this moment. It may be lost: who
 * needs to know for sure looks again after a while.
 */
export async function publishHint(broker: Broker, topic: string): Promise<void> {
  await broker.relay.publish(`hints.${topic}`, {} as never).catch(() => undefined);
}

/** Has `onHint` called for every hint on a topic until the subscription is ended. */
export async function subscribeHints(
  broker: Broker,
  topic: string,
  onHint: () => void,
): Promise<{ end(): Promise<void> }> {
  const subscription = await broker.relay.subscribe<never>(`hints.${topic}`, onHint);
  return { end: async () => void (await subscription.unsubscribe()) };
}
