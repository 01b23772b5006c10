import { describe, expect, test } from '@jest/globals';
import { thingDefinition } from './calls/thing.js';

const parse = (members: object) => thingDefinition.safeParse({ title: 'Lamp', ...members });
const issuesOf = (members: object) =>
  parse(members).error?.issues.map(({ path, message }) => [path.join('.'), message]);

const nested = (depth: number): object => (depth === 0 ? {} : { items: nested(depth - 1) });
const tooMany = [expect.any(String), 'Must have at most 10000 values.'];

describe('the description of a thing', () => {
  test('may have thousands of values, and so may the value of a property', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, n) => [
        `n${n}`,
        { type: 'integer', enum: [n], title: 'N' },
      ]),
    );
    expect(parse({ properties }).success).toBe(true);
    const value = new Array(100_000).fill(1);
    expect(parse({ properties: { n: { type: 'array', value } } }).success).toBe(true);
  });

  test.each<[string, object]>([
    ['alternatives', { oneOf: new Array(100_000).fill({ type: 5 }) }],
    ['values of an enum', { enum: new Array(100_000).fill(1) }],
    ['required members', { required: new Array(100_000).fill(1) }],
    [
      'alternatives of alternatives',
      { oneOf: new Array(200).fill({ oneOf: new Array(200).fill(1) }) },
    ],
  ])('with too many %s has one error', (_what, schema) => {
    expect(issuesOf({ properties: { n: schema } })).toEqual([tooMany]);
    expect(issuesOf({ actions: { go: { input: schema } } })).toEqual([tooMany]);
  });

  test('with too many properties has one error', () => {
    const properties = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [n, 5]));
    expect(issuesOf({ properties })).toEqual([tooMany]);
  });

  test('with too many types has one error', () => {
    expect(issuesOf({ types: new Array(100_000).fill(5) })).toEqual([
      ['types', 'Must have at most 50 items.'],
    ]);
  });

  test('is nested to a certain depth', () => {
    expect(parse({ properties: { n: nested(49) } }).success).toBe(true);
    expect(issuesOf({ properties: { n: nested(50) } })).toEqual([
      ['properties', 'Must be nested at most 50 levels deep.'],
    ]);
  });

  test('has no property that can neither be read nor written', () => {
    const flags = { readOnly: true, writeOnly: true };
    expect(issuesOf({ properties: { n: flags } })).toEqual([
      ['properties.n', 'Cannot be both read-only and write-only.'],
    ]);
    for (const flag of ['readOnly', 'writeOnly']) {
      expect(parse({ properties: { n: { ...flags, [flag]: false } } }).success).toBe(true);
    }
  });
});
