import type { Broker } from './broker.js';

/** What a hint is about; nothing means everything on its topic. */
interface Hint {
  about: string[];
}

/**
 * A word that something has happened, for whoever waits for it at this moment. It may be lost: who
 * needs to know for sure looks again after a while.
 */
export async function publishHint(
  broker: Broker,
  topic: string,
  about: string[] = [],
): Promise<void> {
  const hint: Hint = { about };
  await broker.relay.publish(`hints.${topic}`, hint as never).catch(() => undefined);
}

/** Has `onHint` called for every hint on a topic until the subscription is ended. */
export async function subscribeHints(
  broker: Broker,
  topic: string,
  onHint: (about: string[]) => void,
): Promise<{ end(): Promise<void> }> {
  const subscription = await broker.relay.subscribe<Hint>(`hints.${topic}`, ({ data }) =>
    onHint(data.about),
  );
  return { end: async () => void (await subscription.unsubscribe()) };
}
