import { expect, test } from '@jest/globals';
import { waitForChanges } from './changes.js';

/** Waits for changes that come with the reading of that number; returns what was done, in order. */
async function follow(reading: number): Promise<string[]> {
  const done: string[] = [];
  let notify = () => {};
  const page = (changes: object[]) => ({ changes, cursor: String(done.length), more: false });
  const needs = {
    readEvents: async () => {
      done.push('read');
      if (done.filter((step) => step === 'read').length === reading) return page([{}]);
      setImmediate(() => notify());
      return page([]);
    },
    subscribeHints: async (_topic: string, onHint: (hint: unknown) => void) => {
      notify = () => onHint({});
      return { end: () => undefined };
    },
    hold: () => void done.push('hold'),
  };
  const question = { caller: { developer: 'ada' }, kinds: ['unit_created'], limit: 10, after: '0' };
  await waitForChanges(needs as never, question as never, new AbortController().signal);
  return done;
}

test('a long poll is measured until it begins to wait', async () => {
  expect(await follow(2)).toEqual(['read', 'hold', 'read']);
});

test('one that finds changes at once does not wait', async () => {
  expect(await follow(1)).toEqual(['read']);
});
