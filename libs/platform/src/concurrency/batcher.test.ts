import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { createBatcher } from './batcher.js';

interface Item {
  name: string;
  owner?: string;
  bytes?: number;
}

const limits = {
  maxInFlight: 2,
  slowAfterMs: 100,
  maxSlow: 14,
  maxItems: 128,
  maxBytes: 512 * 1024,
  sizeOf: ({ bytes = 1 }: Item) => bytes,
  ownerOf: ({ owner = '' }: Item) => owner,
};

/** Batches that are held until the test releases them. */
function holding(options: Partial<typeof limits> = {}) {
  const sent: { names: string[]; release: () => void }[] = [];
  const add = createBatcher<Item, string>(
    (items) =>
      new Promise((resolve) => {
        const names = items.map(({ name }) => name);
        sent.push({ names, release: () => resolve(names.map((name) => `${name}!`)) });
      }),
    { ...limits, ...options },
  );
  const names = () => sent.map((batch) => batch.names);
  return { add, sent, names };
}

describe('a batch', () => {
  test('holds what arrives in one turn of the event loop', async () => {
    const { add, sent, names } = holding();
    const results = ['a', 'b', 'c'].map((name) => add({ name }));
    await waitFor(() => sent.length === 1);
    expect(names()).toEqual([['a', 'b', 'c']]);
    sent[0]!.release();
    expect(await Promise.all(results)).toEqual(['a!', 'b!', 'c!']);
  });

  test('gathers what arrives while the maximum is in flight', async () => {
    const { add, sent, names } = holding({ maxInFlight: 1, slowAfterMs: 600_000 });
    void add({ name: 'first' });
    await waitFor(() => sent.length === 1);
    for (const name of ['a', 'b']) void add({ name });
    await new Promise(setImmediate);
    void add({ name: 'c' });
    expect(sent).toHaveLength(1);
    sent[0]!.release();
    await waitFor(() => sent.length === 2);
    expect(names()[1]).toEqual(['a', 'b', 'c']);
  });

  test('is full at a number of items and at a number of bytes', async () => {
    const { add, sent, names } = holding({ maxItems: 2, maxBytes: 10, maxInFlight: 9 });
    for (const bytes of [1, 1, 10, 4, 1]) void add({ name: String(bytes), bytes });
    await waitFor(() => sent.length === 3);
    expect(names()).toEqual([['1', '1'], ['10'], ['4', '1']]);
  });

  test('has room for every owner: one that has many items takes turns with the others', async () => {
    const { add, sent, names } = holding({ maxItems: 3, maxInFlight: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void add({ name, owner: 'a' });
    void add({ name: 'b1', owner: 'b' });
    await waitFor(() => sent.length === 1);
    expect(names()).toEqual([['a1', 'b1', 'a2']]);
  });

  test('that takes long makes no other wait, up to a number of them', async () => {
    const { add, sent, names } = holding({ maxInFlight: 1, slowAfterMs: 1, maxSlow: 2 });
    for (const name of ['a', 'b', 'c']) {
      void add({ name });
      await waitFor(() => names().flat().includes(name));
    }
    void add({ name: 'd' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(names()).toEqual([['a'], ['b'], ['c']]);
    sent[0]!.release();
    await waitFor(() => names().flat().includes('d'));
  });

  test('that fails rejects its items, and the next one is sent', async () => {
    let failing = true;
    const add = createBatcher<Item, string>(async (items) => {
      if (failing) throw new Error('no queue');
      return items.map(({ name }) => name);
    }, limits);
    await expect(add({ name: 'a' })).rejects.toThrow('no queue');
    failing = false;
    expect(await add({ name: 'b' })).toBe('b');
  });
});
