import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import type { Suite } from '../backends.js';

export const testHints: Suite = ({ connect }) =>
  describe('a hint', () => {
    test('reaches every subscriber to its topic, until a subscription is ended', async () => {
      const [{ hints: publisher }, { hints: subscriber }] = [await connect(), await connect()];
      const received: string[] = [];
      const listen =
        (name: string) =>
        ({ n }: { n: number }) =>
          void received.push(`${name} ${n}`);
      const first = await subscriber.subscribe('doors', listen('first'));
      const second = await subscriber.subscribe('doors', listen('second'));
      const other = await subscriber.subscribe('windows', listen('other'));
      await publisher.publish('doors', { n: 1 });
      await waitFor(() => received.length === 2);
      first.end();
      await publisher.publish('doors', { n: 2 });
      await waitFor(() => received.length === 3);
      second.end();
      const again = await subscriber.subscribe('doors', listen('again'));
      await publisher.publish('doors', { n: 3 });
      await waitFor(() => received.length === 4);
      expect(received.toSorted()).toEqual(['again 3', 'first 1', 'second 1', 'second 2']);
      other.end();
      again.end();
    });
  });
