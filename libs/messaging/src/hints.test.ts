import { expect, test } from '@jest/globals';
import { createHints } from './hints.js';

const publish = async () => undefined as never;

test('a subscription that failed is tried again by the next one', async () => {
  let isAway = true;
  const hints = createHints({
    publish,
    async subscribe() {
      if (isAway) throw new Error('away');
      return { unsubscribe: async () => undefined } as never;
    },
  });
  await expect(hints.subscribe('doors', () => undefined)).rejects.toMatchObject({
    code: 'unavailable',
  });
  isAway = false;
  await expect(hints.subscribe('doors', () => undefined)).resolves.toHaveProperty('end');
});

test('a subscription that comes too late is ended', async () => {
  let open: (subscription: never) => void = () => undefined;
  const hints = createHints({
    publish,
    subscribe: () => new Promise((resolve) => (open = resolve)),
  });
  await expect(hints.subscribe('doors', () => undefined)).rejects.toMatchObject({
    code: 'unavailable',
  });
  await new Promise<void>((resolve) => open({ unsubscribe: resolve } as never));
}, 20_000);
