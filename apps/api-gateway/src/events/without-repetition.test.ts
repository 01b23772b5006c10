import { expect, test } from '@jest/globals';
import type { ServerSentEvent } from '@trellis/operations';
import { withoutRepetition } from './stream.js';

const value = (id: string, data: unknown): ServerSentEvent<unknown> => ({ id, data });

async function idsOf(current: ServerSentEvent<unknown>[], events: ServerSentEvent<unknown>[]) {
  const ids: string[] = [];
  for await (const { id } of withoutRepetition(current, streamOf(events))) ids.push(id);
  return ids;
}

async function* streamOf(events: ServerSentEvent<unknown>[]) {
  yield* events;
}

test('a value that was read and comes again as an event is sent once', async () => {
  const changes = [value('2', { n: 1 }), value('3', { n: 2 }), value('4', { n: 1 })];
  expect(await idsOf([value('1', { n: 1 })], changes)).toEqual(['1', '3', '4']);
  expect(await idsOf([], changes)).toEqual(['2', '3', '4']);
});

test('events without a value, and resets, always pass', async () => {
  const reset = { id: '3', event: 'reset', data: {} };
  expect(await idsOf([value('1', 5)], [{ id: '2' }, reset, value('4', 5)])).toEqual([
    '1',
    '2',
    '3',
  ]);
});
