import { describe, expect, test } from '@jest/globals';
import { Inbox } from './broker.js';

const message = (text: string) => Buffer.from(text);
const retained = { retain: true };

describe('messages of a broker', () => {
  test('are kept by topic, the last one each', () => {
    const inbox = new Inbox(() => true);
    inbox.add('a', message('1'), retained);
    inbox.add('a', message('2'), { retain: false });
    inbox.add('b', message('3'), retained);
    inbox.add('b', message(''), { retain: false });
    expect([...inbox.payloads].map(([topic, { text }]) => [topic, text])).toEqual([['a', '2']]);
  });

  test('are ignored when nobody asked for them', () => {
    const inbox = new Inbox((topic) => topic === 'a');
    inbox.add('b', message('1'), retained);
    expect(inbox.payloads.size).toBe(0);
    expect(inbox.lastRetainedAt).toBe(0);
  });

  test('are ignored when they are too large', () => {
    const inbox = new Inbox(() => true);
    inbox.add('a', Buffer.alloc(256 * 1024 + 1, 'x'), retained);
    expect(inbox.payloads.size).toBe(0);
    expect(inbox.isFull).toBe(false);
  });

  test('are dropped beyond the maximum of topics', () => {
    const inbox = new Inbox(() => true);
    for (let index = 0; index < 20_001; index += 1) inbox.add(`t${index}`, message('1'), retained);
    expect(inbox.payloads.size).toBe(20_000);
    expect(inbox.isFull).toBe(true);
  });

  test('are dropped beyond the maximum of bytes', () => {
    const inbox = new Inbox(() => true);
    const large = Buffer.alloc(256 * 1024, 'x');
    for (let index = 0; index < 200; index += 1) inbox.add(`t${index}`, large, retained);
    expect(inbox.payloads.size).toBeLessThan(129);
    expect(inbox.isFull).toBe(true);
  });
});
