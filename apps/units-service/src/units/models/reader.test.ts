import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readModel, type ModelText } from '@trellis/building-models';
import { toParts } from './parts.js';
import { openModelReader, type ModelReader } from './reader.js';

let models: ModelReader;
beforeAll(() => {
  models = openModelReader({
    onError: (error) => {
      throw error;
    },
  });
});
afterAll(() => models.close());

const { signal } = new AbortController();
const read = ({ text, ...options }: ModelText) =>
  models.read({ compressed: gzipSync(text), ...options }, signal);
const turtle = (statements: string): ModelText => ({
  text: `@prefix brick: <https://brickschema.org/schema/Brick#> .\n${statements}`,
  type: 'text/turtle',
  base: 'http://example.com/',
});
const rooms = (count: number, prefix: string) => {
  const each = Array.from({ length: count }, (_, n) => `:r${n} a brick:Room ; :p :o${n} .`);
  return turtle(`@prefix : <${prefix}> .\n${each.join('\n')}`);
};

test('the parts of a model are whole, and always the same', async () => {
  const text = rooms(950, 'http://example.com/house#');
  const { units } = await readModel(text);
  const { summary, parts } = await read(text);
  expect(parts.length).toBeGreaterThan(9);
  expect(parts.flatMap((part) => JSON.parse(part))).toEqual(JSON.parse(JSON.stringify(units)));
  expect(JSON.parse(summary)).toMatchObject({ units: 950, statements: 1_900 });
  expect(await read(text)).toEqual({ summary, parts });
});

test('a text that would be too large, or is none, is refused', async () => {
  const long = rooms(15_000, `http://example.com/${'x'.repeat(2_000)}#`);
  await expect(read(long)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('67108864 characters'),
  });
  await expect(read(turtle('<a> <b>'))).rejects.toMatchObject({
    code: 'invalid_request',
  });
  const point = { id: '', iri: 'x'.repeat(1024 * 1024), name: '', type: '', points: [] };
  const units = Array.from({ length: 32 }, () => ({
    ...point,
    properties: [],
    parents: [],
    children: [],
  }));
  expect(() => toParts({ units, others: [], statements: 0, unmapped: [] })).toThrow(
    'at most 33554432 bytes',
  );
});
