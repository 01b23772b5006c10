import { expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import type { Broker } from './broker.js';
import { createHintSubscriber, publishHint } from './hints.js';
import { describeOverBackends } from './testing/backends.js';

describeOverBackends('a hint', (connect) => {
  test('reaches every subscriber to its topic, until a subscription is ended', async () => {
    const [publisher, subscriber] = [await connect(), await connect()];
    const subscribe = createHintSubscriber(subscriber);
    const received: string[] = [];
    const listen =
      (name: string) =>
      ({ n }: { n: number }) =>
        void received.push(`${name} ${n}`);
    const first = await subscribe('doors', listen('first'));
    const second = await subscribe('doors', listen('second'));
    const other = await subscribe('windows', listen('other'));
    await publishHint(publisher, 'doors', { n: 1 });
    await waitFor(() => received.length === 2);
    first.end();
    await publishHint(publisher, 'doors', { n: 2 });
    await waitFor(() => received.length === 3);
    second.end();
    const again = await subscribe('doors', listen('again'));
    await publishHint(publisher, 'doors', { n: 3 });
    await waitFor(() => received.length === 4);
    expect(received.toSorted()).toEqual(['again 3', 'first 1', 'second 1', 'second 2']);
    other.end();
    again.end();
  });
});

test('a subscription that failed is tried again by the next one', async () => {
  let isAway = true;
  const subscribe = createHintSubscriber({
    topics: {
      async subscribe() {
        if (isAway) throw new Error('away');
        return { end: () => undefined };
      },
    },
  } as unknown as Broker);
  await expect(subscribe('doors', () => undefined)).rejects.toThrow('away');
  isAway = false;
  await expect(subscribe('doors', () => undefined)).resolves.toHaveProperty('end');
});
