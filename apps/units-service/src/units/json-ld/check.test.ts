import { describe, expect, test } from '@jest/globals';
import { checkJsonLd } from './check.js';

const check = (value: unknown) => checkJsonLd(value, '/value');
const refusal = (detail: string) => ({
  code: 'invalid_json_ld',
  message: expect.stringContaining(detail),
  extras: { errors: [{ pointer: '/value', detail: expect.stringContaining(detail) }] },
});

describe('a value that is JSON-LD', () => {
  test.each([
    { '@context': 'https://schema.org', '@type': 'Place', name: 'Kitchen', url: 'https://a.test' },
    { '@context': 'https://schema.org/', type: 'Room', id: 'urn:room:1' },
    { '@context': 'https://www.w3.org/2022/wot/td/v1.1', title: 'Lamp', properties: { on: {} } },
    { '@context': ['https://www.w3.org/2022/wot/td/v1.1', { x: 'urn:x:' }], title: 'Lamp' },
    { '@context': 'https://brickschema.org/schema/Brick#', '@type': 'brick:Room' },
    { '@context': 'https://saref.etsi.org/core/', '@type': 'Device' },
    { '@context': { name: 'https://schema.org/name' }, name: 'Kitchen' },
    { '@id': 'urn:room:1' },
    { '@value': 21.5, '@type': 'http://www.w3.org/2001/XMLSchema#double' },
    [{ '@id': 'urn:room:1' }, 5],
    { area: { '@value': 5 } },
  ])('passes when it is valid: %j', async (value) => {
    const before = structuredClone(value);
    await expect(check(value)).resolves.toBeUndefined();
    expect(value).toEqual(before);
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
    [[{ '@id': 'urn:a' }, { '@id': {} }], 'invalid @id value'],
  ])('is refused when it is not: %j', async (value, code) => {
    await expect(check(value)).rejects.toMatchObject(refusal(code));
  });

  test.each([
    [{ '@context': 'https://evil.test/context' }, 'https://evil.test/context'],
    [{ '@context': ['https://schema.org', 'http://127.0.0.1/x'] }, 'http://127.0.0.1/x'],
    [{ '@context': { '@import': 'https://evil.test/i' } }, 'https://evil.test/i'],
    [{ '@context': 'relative', a: 1 }, 'relative'],
    [{ '@context': { a: { '@id': 'urn:a', '@context': 'urn:scoped' } }, a: {} }, 'urn:scoped'],
  ])('is refused when it names a context that is not bundled: %j', async (value, address) => {
    await expect(check(value)).rejects.toMatchObject(refusal(address));
  });

  test('is refused, not looped over, when its context defines itself', async () => {
    const value = { '@context': { a: 'b:x', b: 'a:y' }, a: 1 };
    await expect(check(value)).rejects.toMatchObject(refusal('cyclic IRI mapping'));
  });
});

test.each([null, 5, 'text', '@id', [], [1, [{ '@id': 5 }]], {}, { a: { b: { '@id': 5 } } }])(
  'any other value passes unchecked: %j',
  async (value) => {
    await expect(check(value)).resolves.toBeUndefined();
  },
);
