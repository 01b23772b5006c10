import { expect, test } from '@jest/globals';
import { contentOf, createRecorder, type RecordedRequest } from './recorder.js';

const request = (at: number): RecordedRequest => ({
  at,
  protocol: 'http',
  method: 'GET',
  address: `http://host/${at}`,
});

test('the first and the last exchanges are kept', () => {
  const recorder = createRecorder();
  for (let at = 0; at < 100; at += 1) recorder.add(request(at));
  const found = recorder.requests().map(({ at }) => at);
  expect(found).toEqual([...Array(10).keys(), ...Array.from({ length: 20 }, (_, n) => 80 + n)]);
});

test('the last message of each of the last topics is kept', () => {
  const recorder = createRecorder();
  const add = (topic: string, text: string) =>
    recorder.addMessage({ protocol: 'mqtt', topic, payload: Buffer.from(text) });
  for (let n = 0; n < 30; n += 1) add(`topic/${n}`, 'old');
  add('topic/29', 'x'.repeat(5_000));
  const found = recorder.requests();
  expect(found).toHaveLength(20);
  const last = found.find(({ address }) => address === 'topic/29');
  expect(last?.received).toEqual({ bytes: 5_000, body: 'x'.repeat(1_024) });
});

test('of a content, its beginning and telling headers are kept', () => {
  const headers = { 'Content-Type': 'text/html', 'set-cookie': ['a'], 'x-ratelimit-reset': '5' };
  expect(contentOf('ö'.repeat(10_000), headers)).toEqual({
    bytes: 20_000,
    body: 'ö'.repeat(4_096),
    headers: { 'content-type': 'text/html', 'x-ratelimit-reset': '5' },
  });
});
