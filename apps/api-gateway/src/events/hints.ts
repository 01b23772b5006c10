import { subscribeHints, type Broker } from '@trellis/messaging';

/** Has a function called for every hint on a topic, until that is ended. */
export type FollowHints = <About extends object>(
  topic: string,
  onHint: (about: About) => void,
) => Promise<{ end(): Promise<void> }>;

/** One subscription for all streams of this gateway that follow the same topic. */
export function createHintFollower(broker: Broker): FollowHints {
  const topics = new Map<
    string,
    { listeners: Set<(about: never) => void>; open: Promise<{ end(): Promise<void> }> }
  >();
  return async (topic, onHint) => {
    let followed = topics.get(topic);
    if (!followed) {
      const listeners = new Set<(about: never) => void>();
      const open = subscribeHints(broker, topic, (about) =>
        listeners.forEach((listener) => listener(about as never)),
      );
      followed = { listeners, open };
      topics.set(topic, followed);
    }
    const { listeners, open } = followed;
    listeners.add(onHint);
    await open.catch((error: unknown) => {
      topics.delete(topic);
      throw error;
    });
    return {
      async end() {
        listeners.delete(onHint);
        if (listeners.size > 0 || topics.get(topic)?.listeners !== listeners) return;
        topics.delete(topic);
        await (await open).end();
      },
    };
  };
}
