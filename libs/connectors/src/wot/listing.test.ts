import { describe, expect, test } from '@jest/globals';
import { addressOf, directoryOf, nextOf, pageOf } from './listing.js';

const address = 'http://directory.example/things';
const home = { origin: 'http://directory.example' };

describe('the next page', () => {
  test.each([
    ['</things?offset=10>; rel="next"', '/things?offset=10'],
    ['</a>; rel="prev", </b>; rel=next', '/b'],
    ['</a>; title="x, <y>"; rel="prev", </b>; title="z"; rel="last next"', '/b'],
    ['<?offset=10>; REL="NEXT"', '/things?offset=10'],
  ])('is in %s', (link, expected) => {
    expect(nextOf(link, address)).toBe(`${home.origin}${expected}`);
  });

  test.each([
    undefined,
    '',
    '</a>',
    '</a>; rel="prev"',
    '</a>; title="next"',
    '</a>; xrel="next"',
    '<file:///etc/passwd>; rel="next"',
    '<http://a:b@directory.example/>; rel="next"',
  ])('is not in %s', (link) => {
    expect(nextOf(link, address)).toBeUndefined();
  });

  // Quadratic time would take hours here, and Jest would end the test.
  test.each(['<', '<>', '<>;rel="', '<a>; rel=" ', '<>;rel='])(
    'is found in linear time in a header full of %s',
    (hostile) => {
      expect(nextOf(hostile.repeat(2_000_000 / hostile.length), address)).toBeUndefined();
    },
  );
});

test('a list is an array, or a collection', () => {
  const link = '</things?offset=10>; rel="next"';
  expect(pageOf([1, 2], link, address)).toEqual({ items: [1, 2], next: `${address}?offset=10` });
  const collection = { '@type': 'ThingCollection', total: 2, members: [1, 2] };
  expect(pageOf({ ...collection, next: '/things?offset=5' }, undefined, address)).toEqual({
    items: [1, 2],
    next: `${address}?offset=5`,
  });
  expect(pageOf(collection, undefined, address)).toEqual({ items: [1, 2], next: undefined });
  expect(pageOf({ members: 'all' }, undefined, address)).toBeUndefined();
  expect(pageOf(null, undefined, address)).toBeUndefined();
});

describe('a directory', () => {
  const directory = (more: object = {}) => ({
    '@type': 'ThingDirectory',
    properties: { things: { forms: [{ href: '/things{?offset}' }] } },
    ...more,
  });
  const at = 'http://directory.example/.well-known/wot';

  test('has the address of its things', () => {
    expect(directoryOf(directory(), at, home)).toMatchObject({ first: address });
    const based = directory({ base: 'http://other.example/api/' });
    expect(directoryOf(based, at, home)!.first).toBe('http://other.example/things');
    expect(directoryOf(directory(), at, home)!.of('urn:a')).toBeUndefined();
  });

  test('may have the address of each of them', () => {
    const actions = { retrieveThing: { forms: [{ href: '/things/{id}' }] } };
    const { of } = directoryOf(directory({ actions }), at, home)!;
    expect(of('urn:a/b')).toBe('http://directory.example/things/urn%3Aa%2Fb');
  });

  test.each([
    'discovery:ThingDirectory',
    'https://www.w3.org/2022/wot/discovery#ThingDirectory',
    ['Thing', 'ThingDirectory'],
  ])('is known by its type %j', (type) => {
    expect(directoryOf(directory({ '@type': type }), at, home)).toBeDefined();
  });

  test.each([
    directory({ '@type': 'Thing' }),
    directory({ '@type': undefined }),
    directory({ properties: {} }),
    directory({ properties: { things: { forms: [{ href: 'coap://x/' }] } } }),
    null,
  ])('is not what is another thing: %j', (given) => {
    expect(directoryOf(given, at, home)).toBeUndefined();
  });
});

test('an item of a list may be an address, or a link to a description', () => {
  expect(addressOf('http://device.example/td', address)).toBe('http://device.example/td');
  expect(addressOf('/td', address)).toBe('http://directory.example/td');
  const link = {
    '@type': 'ThingLink',
    links: [
      { rel: 'icon', href: '/icon' },
      { rel: 'describedby', href: '/td' },
    ],
  };
  expect(addressOf(link, address)).toBe('http://directory.example/td');
  for (const other of ['text', 'coap://x/y', 17, null, { ...link, '@type': 'Thing' }]) {
    expect(addressOf(other, address)).toBeUndefined();
  }
});
