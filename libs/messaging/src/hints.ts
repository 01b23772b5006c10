import type { Broker } from './broker.js';

/**
 * Publishes that something has happened, for whoever is waiting for it at this moment. A hint may be
 * lost: a subscriber that must not miss anything also polls now and then.
 */
export async function publishHint(
  broker: Broker,
  topic: string,
  data: Readonly<object> = {},
): Promise<void> {
  await broker.relay.publish(`hints.${topic}`, data as never).catch(() => undefined);
}

interface HintSubscription {
  end(): Promise<void>;
}

/** Calls a function for every hint on a topic until the subscription is ended. */
export type SubscribeHints = <Data extends object>(
  topic: string,
  onHint: (data: Data) => void,
) => Promise<HintSubscription>;

interface SharedTopic {
  listeners: Set<(data: never) => void>;
  subscription: Promise<HintSubscription>;
}

/** Subscribes to hints; all subscribers to one topic share one subscription to the broker. */
export function createHintSubscriber(broker: Broker): SubscribeHints {
  const topics = new Map<string, SharedTopic>();

  function open(topic: string): SharedTopic {
    const listeners: SharedTopic['listeners'] = new Set();
    const subscription = broker.relay
      .subscribe<never>(`hints.${topic}`, ({ data }) => {
        for (const listener of listeners) listener(data);
      })
      .then((opened) => ({ end: () => opened.unsubscribe() }));
    const shared = { listeners, subscription };
    topics.set(topic, shared);
    return shared;
  }

  return async (topic, onHint) => {
    const shared = topics.get(topic) ?? open(topic);
    const { listeners, subscription } = shared;
    listeners.add(onHint);
    await subscription.catch((error: unknown) => {
      topics.delete(topic);
      throw error;
    });
    return {
      async end() {
        listeners.delete(onHint);
        if (listeners.size > 0 || topics.get(topic) !== shared) return;
        topics.delete(topic);
        await (await subscription).end();
      },
    };
  };
}
