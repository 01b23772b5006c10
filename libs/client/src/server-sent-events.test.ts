import { expect, test } from '@jest/globals';
import { readEvents } from './server-sent-events.js';

const streamOf = (...chunks: (string | Uint8Array)[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      }
      controller.close();
    },
  });

async function eventsOf(stream: ReadableStream<Uint8Array>, idleMs = 60_000) {
  const events = [];
  for await (const event of readEvents(stream, { idleMs })) events.push(event);
  return events;
}

test('events are read from chunks of any size', async () => {
  const text =
    ': comment\nretry: 2000\n\nid: 1\nevent: e\ndata: {"a":\ndata:1}\n\r\nid\ndata: ü\r\n\r\nid: 2\n\n';
  const expected = [
    { id: '1', type: 'e', data: '{"a":\n1}' },
    { id: '', type: 'message', data: 'ü' },
    { id: '2', type: 'message', data: undefined },
  ];
  const bytes = new TextEncoder().encode(text);
  expect(await eventsOf(streamOf(bytes))).toEqual(expected);
  expect(await eventsOf(streamOf(...Array.from(bytes, (byte) => Uint8Array.of(byte))))).toEqual(
    expected,
  );
});

test('an incomplete event is not yielded', async () => {
  expect(await eventsOf(streamOf('id: 1\ndata: 1\n\nid: 2\ndata: 2\n'))).toMatchObject([
    { id: '1' },
  ]);
});

test('an idle stream ends', async () => {
  expect(await eventsOf(new ReadableStream(), 10)).toEqual([]);
});

test('a line or event without end is not buffered', async () => {
  const chunk = 'x'.repeat(1024 * 1024);
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(chunk)),
  });
  await expect(eventsOf(endless)).rejects.toThrow(RangeError);
});
