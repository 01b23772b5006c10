import { expect, test } from '@jest/globals';
import { raceSignal } from './abort.js';

test('the outcome of the promise counts when it comes first', async () => {
  const { signal } = new AbortController();
  await expect(raceSignal(signal, Promise.resolve(1))).resolves.toBe(1);
  await expect(raceSignal(signal, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});

test('the reason of the signal counts when it is aborted first, or already', async () => {
  const controller = new AbortController();
  const waiting = raceSignal(controller.signal, new Promise(() => undefined));
  controller.abort(new Error('too late'));
  await expect(waiting).rejects.toThrow('too late');
  await expect(raceSignal(controller.signal, new Promise(() => undefined))).rejects.toThrow(
    'too late',
  );
});

test('a promise that fails after the signal was aborted is no unhandled rejection', async () => {
  let fail = (_error: Error) => {};
  const failing = new Promise<never>((_resolve, reject) => (fail = reject));
  const raced = raceSignal(AbortSignal.abort(new Error('too late')), failing);
  await expect(raced).rejects.toThrow('too late');
  // Jest fails the test for a rejection that nobody handles.
  fail(new Error('unheard'));
  await expect(failing).rejects.toThrow('unheard');
});
