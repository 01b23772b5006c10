import { Problem } from '@trellis/contracts';
import { withTimeout } from '@trellis/platform/concurrency';
import type { Relay } from 'bullmq';

/** Messages to whoever subscribes at this moment; one may be lost. */
export interface Topics {
  publish(topic: string, data: Readonly<object>): Promise<void>;
  /** Rejects with `unavailable` when the server does not answer within two seconds. */
  subscribe<Data extends object>(
    topic: string,
    onMessage: (data: Data) => void,
  ): Promise<Subscription>;
}

export interface Subscription {
  /** Ends it, at once for the caller, and on the server when that answers. */
  end(): void;
}

const subscribeTimeoutMs = 2_000;

/** Messages through the relay of BullMQ, which subscribes again by itself after a failure. */
export const createTopics = (relay: Relay<never>): Topics => ({
  async publish(topic, data) {
    await relay.publish(topic, data as never).catch(() => undefined);
  },
  async subscribe<Data extends object>(topic: string, onMessage: (data: Data) => void) {
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
  },
});
