import { expect, test } from '@jest/globals';
import { createKeyedQueue } from './keyed-queue.js';

const queue = createKeyedQueue();
const inTime = (key: string) => ({ key, expiresAt: Date.now() + 60_000 });

test('tasks of one key run one after the other, those of another key meanwhile', async () => {
  const ended: string[] = [];
  let release: () => void = () => undefined;
  const blocked = new Promise<void>((resolve) => (release = resolve));
  const first = queue.run({
    ...inTime('a'),
    run: () => blocked.then(() => ended.push('first')),
  });
  const second = queue.run({ ...inTime('a'), run: async () => ended.push('second') });
  await queue.run({ ...inTime('b'), run: async () => ended.push('other') });
  release();
  await Promise.all([first, second]);
  expect(ended).toEqual(['other', 'first', 'second']);
});

test('a task that fails does not keep the next one from its turn', async () => {
  const failing = queue.run({ ...inTime('a'), run: () => Promise.reject(new Error('no')) });
  const next = queue.run({ ...inTime('a'), run: async () => 'done' });
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('done');
});

test('a key can be used again after its queue has run empty', async () => {
  const run = async () => 'done';
  await expect(queue.run({ ...inTime('a'), run })).resolves.toBe('done');
  await expect(queue.run({ ...inTime('a'), run })).resolves.toBe('done');
});

test('a task whose turn comes too late is dropped', async () => {
  let hasRun = false;
  const late = queue.run({
    key: 'a',
    expiresAt: Date.now() - 1,
    run: async () => (hasRun = true),
  });
  await expect(late).rejects.toMatchObject({ code: 'timeout' });
  expect(hasRun).toBe(false);
});
