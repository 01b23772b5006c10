import { afterAll, describe, expect, test } from '@jest/globals';
import { patient } from '../../testing/context.js';
import { openTestProcessor } from '../../testing/json-ld.js';
import { checkJsonLd } from './check.js';

const processor = openTestProcessor();
const limited = openTestProcessor({ timeoutMs: 2_000 });
const origin = { developer: 'developer', ...patient };
afterAll(() => Promise.all([processor.close(), limited.close()]));

const check = (value: unknown, pointer = '/value') =>
  checkJsonLd(processor, { value, pointer, ...origin });

const refusal = (detail: string, pointer = '/value') => ({
  code: 'invalid_json_ld',
  message: expect.stringContaining(detail),
  extras: { errors: [{ pointer, detail: expect.stringContaining(detail) }] },
});

const repeat = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

function nest(depth: number, member: string): unknown {
  let value: unknown = { [member]: 1 };
  for (let level = 0; level < depth; level++) value = { [member]: value };
  return value;
}

function freeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

const lamp = {
  '@context': ['https://www.w3.org/2022/wot/td/v1.1', { '@language': 'en', x: 'urn:x:' }],
  '@type': ['Thing', 'x:Lamp'],
  id: 'urn:lamp:1',
  title: 'Lamp',
  titles: { en: 'Lamp', de: 'Lampe' },
  security: 'open',
  securityDefinitions: { open: { scheme: 'nosec' } },
  uriVariables: { id: { type: 'string', default: { id: 5 } } },
  schemaDefinitions: { id: { type: 'object', properties: { id: { const: { '@id': 5 } } } } },
  properties: { id: { type: 'string', enum: [{ id: 1 }], forms: [{ href: '/id', op: 'x' }] } },
  actions: { toggle: { input: { type: 'boolean' }, forms: [{ href: '/toggle' }] } },
};

describe('a value that is JSON-LD', () => {
  test.each([
    { '@context': 'https://schema.org', '@type': 'Place', name: 'Kitchen', url: 'https://a.test' },
    { '@context': 'http://schema.org/', type: 'Room', id: 'urn:room:1' },
    { '@context': 'https://schema.org/docs/jsonldcontext.jsonld', name: 'Kitchen' },
    lamp,
    { '@context': 'https://www.w3.org/2019/wot/td/v1', title: 'Lamp', properties: { on: {} } },
    { '@context': 'https://brickschema.org/schema/Brick#', '@type': 'brick:Room' },
    { '@context': 'https://saref.etsi.org/core/', '@type': 'Device' },
    { '@context': { name: 'https://schema.org/name' }, name: 'Kitchen' },
    { '@id': 'urn:room:1' },
    { '@value': 21.5, '@type': 'http://www.w3.org/2001/XMLSchema#double' },
    [{ '@id': 'urn:room:1' }, 5],
    { area: { '@value': 5 } },
    { 'urn:area': { '@value': 5, '@type': ['urn:a'] } },
    { '@type': '@json', '@value': { '@value': 1, '@type': ['urn:a', 'urn:b'] } },
    [{ '@id': 'urn:a' }, [{ '@value': 5 }], null],
  ])('passes when it is valid, and stays as it is: %j', async (value) => {
    await expect(check(freeze(value))).resolves.toBeUndefined();
  });

  test.each([
    [{ '@id': 5 }, 'invalid @id value'],
    [{ '@type': 5 }, 'invalid type value'],
    [{ '@context': 5, a: 1 }, 'invalid local context'],
    [{ '@context': { '@version': 2 } }, 'invalid @version value'],
    [{ '@context': { a: { '@id': 5 } }, a: 1 }, 'invalid IRI mapping'],
    [{ '@value': { a: 1 } }, 'invalid value object value'],
    [{ '@value': 1, '@id': 'urn:a' }, 'invalid value object'],
    [{ '@id': 'urn:a', '@reverse': 'x' }, 'invalid @reverse value'],
    [{ ...lamp, titles: { en: 5 } }, 'invalid language map value'],
    [[{ '@id': 'urn:a' }, { '@id': {} }], 'invalid @id value'],
    [{ area: { '@id': 5 } }, 'invalid @id value'],
    [{ 'urn:area': { '@value': 5, '@type': ['urn:a', 'urn:b'] } }, 'invalid typed value'],
    [{ '@value': 5, '@type': ['urn:a', 'urn:b'] }, 'invalid typed value'],
    [{ '@value': 5, '@type': 'relative' }, 'invalid typed value'],
    [{ '@context': { '@context': { p: 'urn:p' } }, p: 1 }, 'keyword redefinition'],
    [{ '@context': [{ '@context': [{ p: 'urn:p' }] }], p: 1 }, 'keyword redefinition'],
    [
      { 'urn:a': [{ 'urn:b': { '@list': 1, '@id': 'urn:c' } }], b: { '@id': 'urn:d' } },
      'invalid set',
    ],
  ])('is refused with the code of its error: %j', async (value, code) => {
    await expect(check(value)).rejects.toMatchObject(refusal(code));
  });

  test('is refused under the pointer that the caller gave', async () => {
    const checking = check({ '@id': 5 }, '/properties/2/value');
    await expect(checking).rejects.toMatchObject(refusal('@id', '/properties/2/value'));
  });

  test.each([
    [{ '@context': 'https://evil.test/context' }, 'https://evil.test/context'],
    [{ '@context': ['https://schema.org', 'http://127.0.0.1/x'] }, 'http://127.0.0.1/x'],
    [{ '@context': { '@import': 'https://evil.test/i' } }, 'https://evil.test/i'],
    [{ '@context': 'relative', a: 1 }, 'relative'],
    [{ '@context': { a: { '@id': 'urn:a', '@context': 'urn:scoped' } }, a: {} }, 'urn:scoped'],
    [{ '@context': `urn:${'a'.repeat(100_000)}` }, 'aaa… is not bundled'],
  ])('is refused by name when its context is not bundled', async (value, address) => {
    await expect(check(value)).rejects.toMatchObject(refusal(address));
  });
});

describe('a hostile value', () => {
  const terms = (count: number) =>
    Object.fromEntries(repeat(count, (index) => [`term${index}`, `urn:term:${index}`]));
  const scoped = { T: { '@id': 'urn:T', '@context': {} }, ...terms(1_000) };

  test.each<[string, unknown, string]>([
    ['a context that defines itself', { '@context': { a: 'b:x', b: 'a:y' } }, 'cyclic IRI mapping'],
    ['great depth', { '@id': 'urn:a', b: nest(100_000, 'b') }, 'too deeply nested'],
    ['a context of great depth', { '@context': nest(1_000, '@context') }, 'too deeply nested'],
    ['an endless path', { '@id': '/'.repeat(900_000) }, 'too costly'],
    ['arrays of arrays', { '@id': 'urn:a', 'urn:b': repeat(250_000, () => [1]) }, 'too costly'],
    ['types upon types', { '@context': scoped, '@type': repeat(90_000, () => 'T') }, 'too costly'],
  ])('is refused for %s, and the next value is checked', async (_name, value, detail) => {
    const checkLimited = (checked: unknown) =>
      checkJsonLd(limited, { value: checked, pointer: '/value', ...origin });
    await expect(checkLimited(value)).rejects.toMatchObject(refusal(detail));
    await expect(checkLimited({ '@id': 'urn:a' })).resolves.toBeUndefined();
  });

  test('passes with thousands of terms, when they are valid', async () => {
    await expect(check({ '@context': terms(5_000), term7: 1 })).resolves.toBeUndefined();
  });

  test('changes no prototype', async () => {
    const value = JSON.parse('{"@id":"urn:a","__proto__":{"polluted":true},"constructor":1}');
    await check(value);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('is refused beside others that are valid, which pass', async () => {
    const values = [{ '@id': 'urn:a' }, { '@id': 5 }, { '@id': 'urn:b' }];
    const checked = await Promise.allSettled(values.map((value) => check(value)));
    expect(checked.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

test.each([null, 5, 'text', '@id', [], [1, [{ '@id': 5 }]], {}, { a: { b: { '@id': 5 } } }])(
  'any other value passes unchecked: %j',
  async (value) => {
    await expect(check(value)).resolves.toBeUndefined();
  },
);
