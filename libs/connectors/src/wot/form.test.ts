import { describe, expect, test } from '@jest/globals';
import type { Home } from './address.js';
import { formsFor, type Operation } from './form.js';
import { securityOf } from './security.js';

const definitions = {
  open: { scheme: 'nosec' },
  basic: { scheme: 'Basic' },
  token: { scheme: 'oauth2' },
  digest: { scheme: 'digest' },
  either: { scheme: 'combo', oneOf: ['digest', 'basic'] },
  both: { scheme: 'combo', allOf: ['digest', 'basic'] },
  endless: { scheme: 'combo', allOf: ['endless'] },
};

function formsOf(
  operation: Operation,
  forms: unknown,
  { home = {}, variables = {} }: { home?: Partial<Home>; variables?: object } = {},
) {
  const around = {
    base: 'http://device.example/things/lamp',
    home: { origin: 'http://device.example', ...home },
    security: securityOf(definitions, 'basic'),
    variables: { ...variables },
  };
  return formsFor(operation, forms, around, ['readproperty', 'writeproperty']);
}
const hrefs = (...given: Parameters<typeof formsOf>) => formsOf(...given).map(({ href }) => href);

test('a form with only an address reads and writes JSON', () => {
  const plain = [{ href: 'on' }];
  const common = { href: 'http://device.example/things/on', contentType: 'application/json' };
  expect(formsOf('readproperty', plain)).toMatchObject([{ ...common, method: 'GET' }]);
  expect(formsOf('writeproperty', plain)).toMatchObject([{ ...common, method: 'PUT' }]);
  expect(formsOf('invokeaction', plain)).toEqual([]);
});

test('a form is for its operations, with its method', () => {
  const forms = [
    { href: '/get', op: 'readproperty' },
    { href: '/set', op: ['writeproperty'], 'htv:methodName': 'POST' },
    { href: '/do', op: 'invokeaction', 'htv:methodName': 'GET' },
  ];
  expect(formsOf('readproperty', forms)).toMatchObject([{ method: 'GET' }]);
  expect(formsOf('writeproperty', forms)).toMatchObject([{ method: 'POST' }]);
  expect(formsOf('invokeaction', forms)).toMatchObject([{ method: 'GET' }]);
});

test.each(['DELETE', 'POST', 'PUT', 'PATCH', 'BREW'])('reading is never a %s', (method) => {
  expect(formsOf('readproperty', [{ href: '/x', 'htv:methodName': method }])).toEqual([]);
});

test.each([
  ['coap://device.example/x'],
  ['file:///etc/passwd'],
  ['http://user:secret@device.example/x'],
  ['http://'],
  ['/{room}/x'],
  [17],
])('a form with an unusable address is ignored: %s', (href) => {
  expect(formsOf('readproperty', [{ href }])).toEqual([]);
});

test('variables have their defaults, or are left out of the query', () => {
  const forms = [{ href: '/{room}/x{?step}' }];
  expect(hrefs('readproperty', forms, { variables: { room: 'hall' } })).toEqual([
    'http://device.example/hall/x',
  ]);
});

test.each([
  { contentType: 'application/cbor' },
  { contentType: 'image/png' },
  { contentType: 'application/json', contentCoding: 'gzip' },
  { subprotocol: 'longpoll' },
  { contentType: 'application/json\r\nx-evil: 1' },
])('a form that plain HTTP with JSON or text cannot serve is ignored: %j', (more) => {
  expect(formsOf('readproperty', [{ href: '/x', ...more }])).toEqual([]);
});

test('text and any kind of JSON can be served', () => {
  const types = ['text/plain;charset=utf-8', 'application/senml+json', 'application/td+json'];
  const forms = types.map((contentType, n) => ({ href: `/${n}`, contentType }));
  expect(formsOf('readproperty', forms).map(({ accept }) => accept)).toEqual(types);
  const other = { href: '/x', contentType: 'text/plain', response: { contentType: 'image/png' } };
  expect(formsOf('readproperty', [other])).toEqual([]);
  expect(formsOf('invokeaction', [{ ...other, op: 'invokeaction' }])).toHaveLength(1);
});

test('headers are sent, except for credentials and those that HTTP itself uses', () => {
  const headers = [
    ['X-Mode', 'full'],
    ['Authorization', 'Basic Zm9v'],
    ['Host', 'evil.example'],
    ['Content-Length', '5'],
    ['Transfer-Encoding', 'chunked'],
    ['Accept-Encoding', 'gzip'],
    ['Cookie', 'a=b'],
    ['X-Split', 'a\r\nb: c'],
    ['bad name', 'x'],
  ].map(([name, value]) => ({ 'htv:fieldName': name, 'htv:fieldValue': value }));
  const [form] = formsOf('readproperty', [{ href: '/x', 'htv:headers': headers }]);
  expect(form!.headers).toEqual({ 'x-mode': 'full' });
});

describe('of several forms', () => {
  test('those at the address of the user come first', () => {
    const forms = [{ href: 'http://other.example/x' }, { href: '/x' }];
    expect(hrefs('readproperty', forms)).toEqual([
      'http://device.example/x',
      'http://other.example/x',
    ]);
  });

  test('those for which the user has the credentials come first', () => {
    const forms = ['digest', 'both', 'endless', 'unknown', 'either'].map((security) => ({
      href: `/${security}`,
      security,
    }));
    const home = { scheme: 'basic' } as const;
    expect(hrefs('readproperty', forms, { home })[0]).toBe('http://device.example/either');
    const tokens = [...forms, { href: '/token', security: ['token'] }];
    const bearer = { scheme: 'bearer' } as const;
    expect(hrefs('readproperty', tokens, { home: bearer })[0]).toBe('http://device.example/token');
  });

  test('one that needs no credentials is sent none', () => {
    const forms = [{ href: '/open', security: 'open' }, { href: '/x' }];
    expect(formsOf('readproperty', forms).map(({ isOpen }) => isOpen)).toEqual([true, false]);
  });

  test('four are kept, each address once', () => {
    const forms = Array.from({ length: 20 }, (_, n) => ({ href: `/${Math.floor(n / 2)}` }));
    expect(hrefs('readproperty', forms)).toHaveLength(4);
    expect(hrefs('readproperty', [{ href: '/x' }, { href: '/x#a' }])).toHaveLength(1);
  });
});

describe('a server that names itself by its IP address', () => {
  const home = { origin: 'http://device.example:8080', ip: '192.168.1.5' };

  test('is reached by the name that the user gave', () => {
    const forms = [{ href: 'http://192.168.1.5:8080/x?a=1' }];
    expect(hrefs('readproperty', forms, { home })).toEqual(['http://device.example:8080/x?a=1']);
    const six = { ...home, ip: 'fd00::5' };
    expect(hrefs('readproperty', [{ href: 'http://[fd00::5]:8080/x' }], { home: six })).toEqual([
      'http://device.example:8080/x',
    ]);
  });

  test.each([
    'http://192.168.1.5:8081/x',
    'https://192.168.1.5:8080/x',
    'http://192.168.1.6:8080/x',
    'http://evil.example:8080/x',
  ])('another server is another: %s', (href) => {
    expect(hrefs('readproperty', [{ href }], { home })).toEqual([href]);
  });
});
