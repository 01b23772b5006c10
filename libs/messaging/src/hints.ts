import { Problem } from '@trellis/contracts';
import { withTimeout } from '@trellis/platform/concurrency';
import type { Relay } from 'bullmq';

/**
 * Hints that something has happened, for those who are waiting for it at this moment. A hint may be lost: a
 * subscriber that must not miss anything also polls.
 */
export interface Hints {
  publish(topic: string, data?: Readonly<object>): Promise<void>;
  /**
   * Calls a function for every hint on a topic until the subscription ends. Rejects with `unavailable` when
   * the server does not answer within two seconds.
   */
  subscribe: SubscribeHints;
}

export type SubscribeHints = <Data extends object>(
  topic: string,
  onHint: (data: Data) => void,
) => Promise<Subscription>;

export interface Subscription {
  /** Ends the subscription, at once for the caller, and on the server when it answers. */
  end(): void;
}

interface Topic {
  listeners: Set<(data: never) => void>;
  subscription: Promise<Subscription>;
}

const subscribeTimeoutMs = 2_000;

/**
 * Creates hints over the relay of BullMQ, which renews its subscriptions after a failure. All subscribers to a
 * topic share one subscription.
 */
export function createHints(relay: Pick<Relay, 'publish' | 'subscribe'>): Hints {
  const topics = new Map<string, Topic>();

  function open(name: string): Topic {
    const listeners: Topic['listeners'] = new Set();
    const subscription = subscribeTo(relay, name, (data) => {
      for (const listener of listeners) listener(data);
    });
    const topic = { listeners, subscription };
    topics.set(name, topic);
    return topic;
  }

  return {
    async publish(topic, data = {}) {
      await relay.publish(topic, data).catch(() => undefined);
    },
    async subscribe(name, onHint) {
      const topic = topics.get(name) ?? open(name);
      const { listeners, subscription } = topic;
      listeners.add(onHint);
      await subscription.catch((error: unknown) => {
        if (topics.get(name) === topic) topics.delete(name);
        throw error;
      });
      return {
        end() {
          listeners.delete(onHint);
          if (listeners.size > 0 || topics.get(name) !== topic) return;
          topics.delete(name);
          void subscription.then((opened) => opened.end());
        },
      };
    },
  };
}

async function subscribeTo(
  relay: Pick<Relay, 'subscribe'>,
  topic: string,
  onMessage: (data: never) => void,
): Promise<Subscription> {
  const opening = relay.subscribe<never>(topic, ({ data }) => onMessage(data));
  const end = () =>
    void opening.then((subscription) => subscription.unsubscribe()).catch(() => undefined);
  try {
    await withTimeout(opening, subscribeTimeoutMs);
  } catch {
    end();
    throw new Problem('unavailable', 'The message queue is not available.');
  }
  return { end };
}
