import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Poll } from './connector.js';
import { pollEach } from './fan-out.js';
import { Unauthorized, Unavailable } from './failure.js';

const found = (host: string): Poll => ({
  devices: [{ id: `${host} lamp`, title: 'Lamp', abilities: [], handle: host }],
});

describe('several hosts', () => {
  test('are polled, and their devices come together', async () => {
    const poll = await pollEach(['one', 'two'], async (host) => found(host));
    expect(poll).toEqual({
      devices: [...found('one').devices, ...found('two').devices],
      complete: true,
      problems: [],
    });
  });

  test('fail each for itself', async () => {
    const unauthorized = new Unauthorized('two answers with status 401.');
    const own = { device: 'three lamp', failure: new Unavailable('The lamp is silent.') };
    const poll = await pollEach(['one', 'two', 'three'], async (host) => {
      if (host === 'two') throw unauthorized;
      return host === 'three' ? { ...found(host), problems: [own] } : found(host);
    });
    expect(poll.devices.map(({ handle }) => handle)).toEqual(['one', 'three']);
    expect(poll.complete).toBe(false);
    expect(poll.problems).toEqual([{ failure: unauthorized }, own]);
  });

  test('are incomplete together when one is, and bring their rooms', async () => {
    const rooms = [{ id: 'r', name: 'Room', type: 'room', devices: [] }];
    const poll = await pollEach(['one', 'two'], async (host) =>
      host === 'one' ? { ...found(host), rooms } : { ...found(host), complete: false },
    );
    expect(poll).toMatchObject({ complete: false, rooms, problems: [] });
  });

  test('may be objects; one that does not answer in time is a problem with its name', async () => {
    const hosts = [{ host: 'slow', key: 'k' }, { host: 'fast' }];
    const poll = await pollEach(
      hosts,
      async ({ host }) => (host === 'slow' ? new Promise<never>(() => undefined) : found(host)),
      { timeoutMs: 50 },
    );
    expect(poll.devices).toEqual(found('fast').devices);
    expect(poll.problems).toMatchObject([{ failure: { message: 'slow did not answer in time.' } }]);
    expect(poll.problems![0]!.failure).toBeInstanceOf(Unavailable);
  });

  test('are told by a signal when their time is up', async () => {
    const aborted: string[] = [];
    await pollEach(
      ['slow'],
      (host, { signal }) =>
        new Promise<Poll>((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push(host);
            reject(signal.reason as Error);
          });
        }),
      { timeoutMs: 50 },
    );
    expect(aborted).toEqual(['slow']);
  });

  test('are polled a few at a time', async () => {
    let [now, most] = [0, 0];
    const hosts = Array.from({ length: 10 }, (_, index) => `host ${index}`);
    const poll = await pollEach(
      hosts,
      async (host) => {
        most = Math.max(most, (now += 1));
        await nextTurn();
        now -= 1;
        return found(host);
      },
      { concurrency: 3 },
    );
    expect(poll.devices).toHaveLength(10);
    expect(most).toBe(3);
  });

  test('do not hide a mistake in the connector', async () => {
    const mistaken = pollEach(['one'], async () => {
      throw new TypeError('undefined is not a function');
    });
    await expect(mistaken).rejects.toThrow(TypeError);
  });
});
