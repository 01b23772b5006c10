import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Unavailable } from '../failure.js';
import { createNameLookup, type NameLookupOptions } from './names.js';
import { startNameServer, type TestNameServer } from './testing/name-server.js';
import { closeAfterTest } from './testing/server.js';

const lookupWith = ({ address }: TestNameServer, options: NameLookupOptions = {}) =>
  createNameLookup({ servers: [address], ...options });

/** Waits for a fact. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}

describe('a name', () => {
  test('has all the addresses that its name server answers', async () => {
    const server = await startNameServer({
      'hub.example': ['192.0.2.1', '192.0.2.2', '2001:db8::1'],
      'six.example': ['2001:db8::2'],
    });
    const lookUp = lookupWith(server);
    await expect(lookUp('hub.example', 'a')).resolves.toEqual(['192.0.2.1', '192.0.2.2']);
    await expect(lookUp('SIX.example.', 'a')).resolves.toEqual(['2001:db8::2']);
  });

  test('of the hosts file needs no name server', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'hosts-'));
    closeAfterTest(() => rm(directory, { recursive: true }));
    const hostsFile = join(directory, 'hosts');
    await writeFile(hostsFile, '# hub.example\n192.0.2.7\tother.example Hub.Example # the hub\n');
    const server = await startNameServer();
    const lookUp = lookupWith(server, { hostsFile });
    await expect(lookUp('hub.example', 'a')).resolves.toEqual(['192.0.2.7']);
    expect(server.queries).toEqual([]);
  });

  test.each(['localhost', 'LOCALHOST.'])(
    '%s is this machine, with and without a file',
    async (name) => {
      const server = await startNameServer();
      for (const options of [{}, { hostsFile: '/no-such-file' }]) {
        const found = await lookupWith(server, options)(name, 'a');
        expect(found).toContainEqual(expect.stringMatching(/^127\.|^::1$/));
      }
      expect(server.queries).toEqual([]);
    },
  );

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
  ])('%s that is an address is that address', async (name, address) => {
    const server = await startNameServer();
    await expect(lookupWith(server)(name, 'a')).resolves.toEqual([address]);
    expect(server.queries).toEqual([]);
  });

  test('that was answered is remembered, also that there is none', async () => {
    const server = await startNameServer({ 'hub.example': ['192.0.2.1'] });
    const lookUp = lookupWith(server);
    for (const developer of ['a', 'b']) {
      await lookUp('hub.example', developer);
      await expect(lookUp('missing.example', developer)).resolves.toEqual([]);
    }
    expect(server.queries.toSorted()).toEqual(['hub.example', 'missing.example']);
  });
});

describe('an answer', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  // Its time to live in seconds, and for how many it is remembered.
  test.each([
    [0, 1],
    [20, 20],
    [3_600, 60],
  ])('that is valid for %i s is remembered for %i s', async (ttl, seconds) => {
    const server = await startNameServer({ 'hub.example': ['192.0.2.1'] }, { ttl });
    const lookUp = lookupWith(server);
    let now = 1_000_000;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const queriesAfter = async (ms: number) => {
      now += ms;
      // The cache looks at the clock once a millisecond.
      await pause(10);
      await lookUp('hub.example', 'a');
      return server.queries.filter((name) => name === 'hub.example').length;
    };
    expect(await queriesAfter(0)).toBe(1);
    expect(await queriesAfter(seconds * 1000 - 1)).toBe(1);
    expect(await queriesAfter(2)).toBe(2);
  });
});

describe('a name server that never answers', () => {
  test('makes its names unavailable, which is remembered', async () => {
    const server = await startNameServer();
    const lookUp = lookupWith(server, { queryTimeoutMs: 20 });
    const failure = { constructor: Unavailable, sent: false };
    await expect(lookUp('silent.example', 'a')).rejects.toMatchObject(failure);
    const queries = server.queries.length;
    await expect(lookUp('silent.example', 'a')).rejects.toThrow('No name server answers');
    expect(server.queries).toHaveLength(queries);
  });

  test('delays the other names of one developer, and no one else', async () => {
    const server = await startNameServer({ 'hub.example': ['192.0.2.1'] });
    const lookUp = lookupWith(server, { queryTimeoutMs: 60_000 });
    const silent = Array.from({ length: 60 }, (_, n) => lookUp(`silent-${n}.example`, 'a'));
    const outcomes = Promise.allSettled(silent);
    await until(() => server.queries.length >= 16);
    await expect(lookUp('hub.example', 'b')).resolves.toEqual(['192.0.2.1']);
    await expect(lookUp('localhost', 'b')).resolves.not.toHaveLength(0);
    expect(new Set(server.queries).size).toBe(17);
    const releasing = setInterval(() => server.release(), 5);
    const statuses = new Set((await outcomes).map(({ status }) => status));
    clearInterval(releasing);
    expect(statuses).toEqual(new Set(['fulfilled']));
    expect(new Set(server.queries).size).toBe(61);
  });
});
