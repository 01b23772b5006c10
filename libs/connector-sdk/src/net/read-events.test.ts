import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { readEvents } from './event-stream.js';

const options = { host: 'hub', maxEventLength: 1_000, maxShare: 1 / 5 };

/** Keeps this thread busy (ms). */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Takes the first of two events, does something with it, and requests the second. */
async function afterFirst(handle: () => unknown) {
  const body = new PassThrough();
  const events = readEvents(body, options);
  body.write('data: first\n\n');
  await events.next();
  await handle();
  const startedAt = performance.now();
  body.write('data: second\n\n');
  const second = events.next().then(
    () => performance.now() - startedAt,
    () => performance.now() - startedAt,
  );
  return { body, second };
}

test('after a long step nothing is read for four times as long', async () => {
  const { second } = await afterFirst(() => work(400));
  expect(await second).toBeGreaterThan(1_590);
});

test('a step that only waits lets the next one follow at once', async () => {
  const { second } = await afterFirst(() => pause(2_000));
  expect(await second).toBeLessThan(4_000);
});

test('a rest ends with the stream', async () => {
  const { body, second } = await afterFirst(() => work(1_500));
  await pause(10);
  body.destroy();
  await once(body, 'close');
  expect(await second).toBeLessThan(3_000);
});
