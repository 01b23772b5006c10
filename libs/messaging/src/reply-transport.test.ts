import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { Redis } from 'ioredis';
import { redisReplies } from './reply-transport.js';

(process.env.TEST_REDIS_URL ? describe : describe.skip)('replies through Redis', () => {
  const namespace = `test_${randomUUID().slice(0, 8)}`;
  let commands: Redis;
  let blocking: Redis;
  beforeEach(() => {
    commands = new Redis(process.env.TEST_REDIS_URL!);
    blocking = new Redis(process.env.TEST_REDIS_URL!, { lazyConnect: true });
  });
  afterEach(() => {
    commands.disconnect();
    blocking.disconnect();
  });
  const replies = (nodeId: string, onError: (error: Error) => void = () => undefined) =>
    redisReplies({ nodeId, namespace, sending: commands, waiting: blocking, onError });

  test('reach the process that they are for, in their order', async () => {
    const [one, other] = [replies('one'), replies('other')];
    const received: string[] = [];
    await other.send('one', 'first');
    await new Promise<void>((resolve) => {
      void one.receive((text) => {
        received.push(text);
        if (received.length === 2) resolve();
      });
      void other.send('one', 'second');
    });
    expect(received).toEqual(['first', 'second']);
    await one.close();
  });

  test('to a process that has ended are forgotten after a minute', async () => {
    await replies('one').send('ended', 'nobody reads this');
    const key = `${namespace}:replies:ended`;
    expect(await commands.llen(key)).toBe(1);
    const seconds = await commands.ttl(key);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test('are read again after Redis has refused, all in their order', async () => {
    const key = `${namespace}:replies:one`;
    await commands.set(key, 'no list');
    const refusals: Error[] = [];
    const received: string[] = [];
    const one = replies('one', (error) => void refusals.push(error));
    await one.receive((text) => void received.push(text));
    await waitFor(() => refusals.length > 0, { what: 'a refusal' });
    await commands.del(key);
    const texts = Array.from({ length: 100 }, (_, n) => String(n));
    for (const text of texts) await one.send('one', text);
    await waitFor(() => received.length === texts.length, { what: 'the replies' });
    expect(received).toEqual(texts);
    expect(refusals.map(({ message }) => message)).toEqual(
      refusals.map(() => expect.stringContaining('WRONGTYPE')),
    );
    await one.close();
  });

  test('arrive at once when a cluster runs a later wait first', async () => {
    const one = replies('one');
    const first = new Redis(process.env.TEST_REDIS_URL!);
    const blpop = blocking.blpop.bind(blocking);
    // The first wait is run on another connection, where nothing arrives.
    Object.assign(blocking, {
      blpop: (key: string) => {
        Object.assign(blocking, { blpop });
        return first.blpop(`${key}:elsewhere`, 0);
      },
    });
    const received: string[] = [];
    await one.receive((text) => void received.push(text));
    // More than wait at once.
    const texts = Array.from({ length: 40 }, (_, n) => String(n));
    for (const text of texts) await one.send('one', text);
    await waitFor(() => received.length === texts.length, { what: 'the replies' });
    expect(received).toEqual(texts);
    await one.close();
    first.disconnect();
  });

  test('are no longer read once they are closed, which is no error', async () => {
    const errors: Error[] = [];
    const one = replies('one', (error) => void errors.push(error));
    await one.receive(() => undefined);
    await one.close();
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors).toEqual([]);
  });
});
