import { expect, test } from '@jest/globals';
import { serially } from './serially.js';

const soon = () => Date.now() + 60_000;

test('the works of one key are done one after the other, those of another meanwhile', async () => {
  const done: string[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const first = serially('a', soon(), () => held.then(() => done.push('first')));
  const second = serially('a', soon(), async () => done.push('second'));
  await serially('b', soon(), async () => done.push('other'));
  release();
  await Promise.all([first, second]);
  expect(done).toEqual(['other', 'first', 'second']);
});

test('a work that fails does not keep the next one from its turn', async () => {
  const failing = serially('a', soon(), () => Promise.reject(new Error('no')));
  const next = serially('a', soon(), async () => 'done');
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('done');
});

test('a work whose turn comes too late is dropped', async () => {
  let worked = false;
  const late = serially('a', Date.now() - 1, async () => (worked = true));
  await expect(late).rejects.toMatchObject({ code: 'timeout' });
  expect(worked).toBe(false);
});
