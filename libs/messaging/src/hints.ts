import type { Broker } from './broker.js';

/**
 * Publishes that something has happened, for whoever waits for it at this moment. A hint may be lost:
 * who must not miss anything looks again after a while.
 */
export async function publishHint(
  broker: Broker,
  topic: string,
  data: Readonly<object> = {},
): Promise<void> {
  await broker.relay.publish(`hints.${topic}`, data as never).catch(() => undefined);
}

/** Calls `onHint` for every hint on a topic until the subscription is ended. */
export async function subscribeHints<Data extends object>(
  broker: Broker,
  topic: string,
  onHint: (data: Data) => void,
): Promise<{ end(): Promise<void> }> {
  const subscription = await broker.relay.subscribe<Data>(`hints.${topic}`, ({ data }) =>
    onHint(data),
  );
  return { end: async () => void (await subscription.unsubscribe()) };
}
