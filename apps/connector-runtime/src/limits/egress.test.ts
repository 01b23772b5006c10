import { describe, expect, test } from '@jest/globals';
import { createResolvers, Misconfigured, Unavailable } from '@trellis/connector-sdk';
import { readConfiguration } from '@trellis/platform';
import { configuration } from '../configuration.js';
import { egressPolicy } from './egress.js';

const read = (settings: Record<string, string>) =>
  readConfiguration(configuration, {
    DATABASE_URL: 'postgresql://trellis@localhost/trellis',
    SECRETS_KEYS: `a:${Buffer.alloc(32).toString('base64')}`,
    ...settings,
  });
const policyOf = (settings: Record<string, string>) => egressPolicy(read(settings));

describe('private networks', () => {
  test('are none by default', () => {
    expect(policyOf({})).toMatchObject({ allowPrivate: false, networks: [] });
  });

  test('are for all developers, or for one', () => {
    const EGRESS_PRIVATE_NETWORKS = '10.0.0.0/8, fd00:1::/64; acme=192.168.1.0/24; a=b=10.9.9.9/32';
    expect(policyOf({ EGRESS_PRIVATE_NETWORKS }).networks).toEqual([
      { cidr: '10.0.0.0/8' },
      { cidr: 'fd00:1::/64' },
      { cidr: '192.168.1.0/24', developer: 'acme' },
      { cidr: '10.9.9.9/32', developer: 'a=b' },
    ]);
  });

  test.each(['10.0.0.0', '10.0.0.0/33', 'acme=office', '10.0.0.0/8 11.0.0.0/8'])(
    'that are invalid are refused: %s',
    (EGRESS_PRIVATE_NETWORKS) => {
      expect(() => read({ EGRESS_PRIVATE_NETWORKS })).toThrow(
        'EGRESS_PRIVATE_NETWORKS: must be networks such as `192.168.1.0/24`',
      );
    },
  );
});

describe('the servers of the product', () => {
  test.each([
    [{}, [['localhost', 5432]]],
    [{ DATABASE_URL: 'postgresql://a:b@db.example:6000/c' }, [['db.example', 6000]]],
    [{ DATABASE_URL: 'postgresql://a:b@ignored/c?host=db&port=7000' }, [['db', 7000]]],
    [{ DATABASE_URL: 'postgresql://a:b@localhost/c?host=/var/run' }, []],
    [
      { REDIS_URL: 'rediss://[::1]', QUEUE_DATABASE_URL: 'postgres://queue/q' },
      [
        ['localhost', 5432],
        ['queue', 5432],
        ['[::1]', 6379],
      ],
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel-collector:4318' },
      [
        ['localhost', 5432],
        ['otel-collector', 4318],
      ],
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example/otlp/' },
      [
        ['localhost', 5432],
        ['traces.example', 443],
      ],
    ],
    [
      { HEALTH_PORT: '8080' },
      [
        ['localhost', 5432],
        ['localhost', 8080],
      ],
    ],
    [
      { REDIS_URL: 'redis+cluster://:secret@one:7000?addr=two&addr=[::1]:7002' },
      [
        ['localhost', 5432],
        ['one', 7000],
        ['two', 6379],
        ['[::1]', 7002],
      ],
    ],
    [
      { EGRESS_DENY: 'gateway:3000, [fd00::1]:80' },
      [
        ['gateway', 3000],
        ['[fd00::1]', 80],
        ['localhost', 5432],
      ],
    ],
  ])('are denied: %j', (settings, expected) => {
    const { denied = [] } = policyOf(settings as Record<string, string>);
    expect(denied.map(({ host, port }) => [host, port])).toEqual(expected);
  });

  test('are not reached where everything private is allowed', async () => {
    const policy = policyOf({ EGRESS_PRIVATE: 'allow', REDIS_URL: 'redis://127.0.0.1:7001' });
    const resolve = createResolvers(policy)('acme');
    await expect(resolve('localhost', 7001)).rejects.toThrow(Unavailable);
    await expect(resolve('127.0.0.1', 5432)).rejects.toThrow(Misconfigured);
    await expect(resolve('127.0.0.1', 7002)).resolves.toMatchObject({ address: '127.0.0.1' });
  });

  test.each(['gateway', 'http://gateway:3000', 'gateway:port'])(
    'are refused when they are invalid: %s',
    (EGRESS_DENY) => {
      expect(() => read({ EGRESS_DENY })).toThrow('EGRESS_DENY: must be servers such as');
    },
  );
});

test.each([
  ['10.0.0.10', ['10.0.0.10']],
  ['10.0.0.10:53, [fd00::1]:5353', ['10.0.0.10:53', '[fd00::1]:5353']],
])('name servers are addresses: %s', (NAME_SERVERS, expected) => {
  expect(read({ NAME_SERVERS }).NAME_SERVERS).toEqual(expected);
});

test.each(['dns.example', 'dns.example:53', '10.0.0.10:port'])(
  'name servers that are no addresses are refused: %s',
  (NAME_SERVERS) => {
    expect(() => read({ NAME_SERVERS })).toThrow('NAME_SERVERS');
  },
);
