import { describe, expect, test } from '@jest/globals';
import { Inbox } from './inbox.js';

const message = (text: string) => Buffer.from(text);
const retained = { retain: true };

describe('what comes from a broker', () => {
  test('is kept by topic, the last message each', () => {
    const inbox = new Inbox(() => true);
    inbox.take('a', message('1'), retained);
    inbox.take('a', message('2'), { retain: false });
    inbox.take('b', message('3'), retained);
    inbox.take('b', message(''), { retain: false });
    expect([...inbox.payloads].map(([topic, { text }]) => [topic, text])).toEqual([['a', '2']]);
  });

  test('is passed over when nobody asked for it', () => {
    const inbox = new Inbox((topic) => topic === 'a');
    inbox.take('b', message('1'), retained);
    expect(inbox.payloads.size).toBe(0);
    expect(inbox.lastRetained).toBe(0);
  });

  test('is passed over when it is too large', () => {
    const inbox = new Inbox(() => true);
    inbox.take('a', Buffer.alloc(256 * 1024 + 1, 'x'), retained);
    expect(inbox.payloads.size).toBe(0);
    expect(inbox.full).toBe(false);
  });

  test('is cut off after so many topics', () => {
    const inbox = new Inbox(() => true);
    for (let index = 0; index < 20_001; index += 1) inbox.take(`t${index}`, message('1'), retained);
    expect(inbox.payloads.size).toBe(20_000);
    expect(inbox.full).toBe(true);
  });

  test('is cut off after so many bytes', () => {
    const inbox = new Inbox(() => true);
    const large = Buffer.alloc(256 * 1024, 'x');
    for (let index = 0; index < 200; index += 1) inbox.take(`t${index}`, large, retained);
    expect(inbox.payloads.size).toBeLessThan(129);
    expect(inbox.full).toBe(true);
  });
});
