import { expect, test } from '@jest/globals';
import { inTurn } from './in-turn.js';

const soon = () => ({ expiresAt: Date.now() + 15_000 });

test('writes with the same lock run one after the other in their order, and delay no others', async () => {
  const ran: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const write = (lock: string, name: string, until?: Promise<void>) =>
    inTurn(lock, soon(), async () => {
      ran.push(name);
      await until;
    });
  const same = [write('ada', 'first', finished), write('ada', 'second'), write('ada', 'third')];
  await write('grace', 'other');
  expect(ran).toEqual(['first', 'other']);
  finish();
  await Promise.all(same);
  expect(ran).toEqual(['first', 'other', 'second', 'third']);
});

test('a write that fails lets the next one run', async () => {
  const failing = inTurn('ada', soon(), () => Promise.reject(new Error('refused')));
  await expect(failing).rejects.toThrow('refused');
  expect(await inTurn('ada', soon(), async () => 'written')).toBe('written');
});

test('a write whose deadline passes while it waits does not run', async () => {
  let finish = () => {};
  const first = inTurn('ada', soon(), () => new Promise<void>((resolve) => (finish = resolve)));
  const late = inTurn('ada', { expiresAt: Date.now() + 50 }, async () => 'written');
  await expect(late).rejects.toMatchObject({ code: 'timeout' });
  finish();
  await first;
});
