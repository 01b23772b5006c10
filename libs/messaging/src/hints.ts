import type { Broker } from './broker.js';
import type { Subscription } from './topics.js';

/**
 * Publishes that something has happened, for whoever is waiting for it at this moment. A hint may be
 * lost: a subscriber that must not miss anything also polls now and then.
 */
export async function publishHint(
  broker: Broker,
  topic: string,
  data: Readonly<object> = {},
): Promise<void> {
  await broker.topics.publish(`hints.${topic}`, data);
}

/**
 * Calls a function for every hint on a topic until the subscription is ended. Rejects with `unavailable`
 * when the message queue does not answer.
 */
export type SubscribeHints = <Data extends object>(
  topic: string,
  onHint: (data: Data) => void,
) => Promise<Subscription>;

interface SharedTopic {
  listeners: Set<(data: never) => void>;
  subscription: Promise<Subscription>;
}

/** Subscribes to hints; all subscribers to one topic share one subscription to the broker. */
export function createHintSubscriber(broker: Broker): SubscribeHints {
  const topics = new Map<string, SharedTopic>();

  function open(topic: string): SharedTopic {
    const listeners: SharedTopic['listeners'] = new Set();
    const subscription = broker.topics.subscribe<never>(`hints.${topic}`, (data) => {
      for (const listener of listeners) listener(data);
    });
    const shared = { listeners, subscription };
    topics.set(topic, shared);
    return shared;
  }

  return async (topic, onHint) => {
    const shared = topics.get(topic) ?? open(topic);
    const { listeners, subscription } = shared;
    listeners.add(onHint);
    await subscription.catch((error: unknown) => {
      if (topics.get(topic) === shared) topics.delete(topic);
      throw error;
    });
    return {
      end() {
        listeners.delete(onHint);
        if (listeners.size > 0 || topics.get(topic) !== shared) return;
        topics.delete(topic);
        void subscription.then((opened) => opened.end());
      },
    };
  };
}
