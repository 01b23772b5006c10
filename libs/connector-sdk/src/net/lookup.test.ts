import { createServer } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { Misconfigured, Unavailable } from '../failure.js';
import type { EgressPolicy } from './egress.js';
import { createResolver, createResolvers } from './lookup.js';
import { createNameLookup } from './names.js';
import { startNameServer } from './testing/name-server.js';
import { http, listen } from './testing/server.js';

/** Resolvers that ask a name server with these names. */
async function resolversWith(names: Record<string, string[]>, policy: EgressPolicy) {
  const { address } = await startNameServer(names);
  return createResolvers(policy, createNameLookup({ servers: [address] }));
}

test('a host is resolved to an address that is allowed', async () => {
  await expect(createResolver({ allowPrivate: true })('localhost', 80)).resolves.toMatchObject({
    address: expect.stringMatching(/^127|^::1/),
  });
});

test.each([
  ['127.0.0.1', Misconfigured],
  ['localhost', Unavailable],
  ['[::1]', Misconfigured],
  ['2130706433', Misconfigured],
  ['0x7f000001', Misconfigured],
])('the host %s is refused when private addresses are', async (host, kind) => {
  const resolve = createResolver({ allowPrivate: false });
  await expect(resolve(host, 80)).rejects.toMatchObject({ constructor: kind });
});

test.each([80, 5432, 9000])(
  'names that do not exist or are not allowed cannot be told apart, at port %i',
  async (port) => {
    const names = { 'private.example': ['10.0.0.1'], 'metadata.example': ['169.254.169.254'] };
    const denied = [
      { host: 'private.example', port: 5432 },
      { host: 'gone.example', port: 9000 },
    ];
    const resolve = (await resolversWith(names, { allowPrivate: false, denied }))('a');
    const missing = ['missing.example', 'Missing.Example.', 'no-such-host', 'missing.localhost'];
    const refused = [...Object.keys(names), 'Private.Example.', 'localhost'];
    const refusals = await Promise.all(
      [...missing, ...refused].map(async (host) => {
        const error: unknown = await resolve(host, port).catch((reason: unknown) => reason);
        if (!(error instanceof Unavailable)) throw error;
        const { message, ...rest } = error;
        return { ...rest, message: message.replace(host, 'x.example') };
      }),
    );
    const why =
      port === 9000 ? 'cannot be checked' : 'does not exist, or its address is not allowed';
    const cause = port === 9000 ? 'name_lookup_failed' : 'name_not_found';
    const refusal = { sent: false, message: `The host x.example ${why}.`, facts: { cause } };
    expect(refusals).toEqual(refusals.map(() => refusal));
  },
);

describe('of several addresses', () => {
  const open = '93.184.216.34';

  test.each([[['10.0.0.1', open]], [[open, '10.0.0.1']], [['169.254.169.254', '127.0.0.1', open]]])(
    'each is checked, and the one that is allowed is used: %j',
    async (addresses) => {
      const resolvers = await resolversWith({ 'hub.example': addresses }, { allowPrivate: false });
      await expect(resolvers('a')('hub.example', 80)).resolves.toEqual({
        address: open,
        family: 4,
      });
    },
  );

  test('all of which are refused none is used', async () => {
    const names = { 'hub.example': ['10.0.0.1', '127.0.0.1', '169.254.169.254'] };
    const resolvers = await resolversWith(names, { allowPrivate: false });
    await expect(resolvers('a')('hub.example', 80)).rejects.toThrow(Unavailable);
  });

  test('the one that was checked is connected to', async () => {
    const { port } = await listen(
      createServer((request, response) => {
        response.end(JSON.stringify({ to: request.socket.localAddress }));
      }),
    );
    const names = { 'hub.example': ['127.0.0.2', '127.0.0.3', '127.0.0.4'] };
    const policy = { allowPrivate: false, networks: [{ cidr: '127.0.0.3/32' }] };
    const resolve = (await resolversWith(names, policy))('a');
    const { text } = await http({ resolve })({ url: `http://hub.example:${port}` });
    expect(text).toMatch(/127\.0\.0\.3/);
  });
});

describe('private networks', () => {
  const policy = {
    allowPrivate: false,
    networks: [{ cidr: '10.1.0.0/16' }, { cidr: '10.2.0.0/16', developer: 'b' }],
  };

  test('that are allowed may be reached, by one developer or by all', async () => {
    const resolvers = createResolvers(policy);
    for (const developer of ['a', 'b']) {
      await expect(resolvers(developer)('10.1.0.1', 80)).resolves.toMatchObject({ family: 4 });
    }
    await expect(resolvers('b')('10.2.0.1', 80)).resolves.toMatchObject({ address: '10.2.0.1' });
    await expect(resolvers('a')('10.2.0.1', 80)).rejects.toThrow(Misconfigured);
    await expect(resolvers('b')('10.3.0.1', 80)).rejects.toThrow(Misconfigured);
  });
});

describe('a denied server', () => {
  const names = {
    'db.example': ['10.0.0.5'],
    'alias.example': ['10.0.0.5'],
    'both.example': ['10.0.0.5', '10.0.0.6'],
  };
  const denied = [
    { host: 'db.example', port: 5432 },
    { host: 'localhost', port: 6379 },
    { host: 'gone.example', port: 9000 },
  ];
  const resolver = async () => (await resolversWith(names, { allowPrivate: true, denied }))('a');

  test.each([
    ['db.example', 5432, Unavailable],
    ['alias.example', 5432, Unavailable],
    ['10.0.0.5', 5432, Misconfigured],
    ['::ffff:10.0.0.5', 5432, Misconfigured],
    ['127.0.0.1', 6379, Misconfigured],
    ['127.8.9.10', 6379, Misconfigured],
    ['[::1]', 6379, Misconfigured],
  ])('is not reached as %s:%i', async (host, port, kind) => {
    await expect((await resolver())(host, port)).rejects.toMatchObject({ constructor: kind });
  });

  test.each([
    ['db.example', 80, '10.0.0.5'],
    ['127.0.0.1', 5432, '127.0.0.1'],
    ['10.0.0.6', 6379, '10.0.0.6'],
    ['both.example', 5432, '10.0.0.6'],
  ])('does not keep others from being reached: %s:%i', async (host, port, address) => {
    await expect((await resolver())(host, port)).resolves.toMatchObject({ address });
  });

  test('that cannot be found cannot be told from others', async () => {
    const refused = (await resolver())('10.0.0.9', 9000);
    await expect(refused).rejects.toThrow(Unavailable);
    await expect(refused).rejects.not.toThrow(/gone/);
  });
});
