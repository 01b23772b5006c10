import type { Broker } from './broker.js';

/**
 * A word that something has happened, for whoever waits for it at this moment. It may be lost: who
 * needs to know for sure looks again after a while.
 */
export async function publishHint(
  broker: Broker,
  topic: string,
  about: Readonly<object> = {},
): Promise<void> {
  await broker.relay.publish(`hints.${topic}`, about as never).catch(() => undefined);
}

/** Has `onHint` called for every hint on a topic until the subscription is ended. */
export async function subscribeHints<About extends object>(
  broker: Broker,
  topic: string,
  onHint: (about: About) => void,
): Promise<{ end(): Promise<void> }> {
  const subscription = await broker.relay.subscribe<About>(`hints.${topic}`, ({ data }) =>
    onHint(data),
  );
  return { end: async () => void (await subscription.unsubscribe()) };
}
