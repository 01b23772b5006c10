import { MessageChannel } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ModelText, readModel } from '@trellis/building-models';
import process from '../models/model.worker.js';
import { toParts } from '../models/parts.js';
import { type ModelProcessor, openModelProcessor } from '../models/processor.js';

let models: ModelProcessor;
beforeAll(() => {
  models = openModelProcessor({
    onError: (error) => {
      throw error;
    },
  });
});
afterAll(() => models.close());

const turtle = (statements: string): ModelText => ({
  text: `@prefix brick: <https://brickschema.org/schema/Brick#> .\n${statements}`,
  type: 'text/turtle',
  base: 'http://example.com/',
});
const rooms = (count: number, prefix: string) => {
  const each = Array.from({ length: count }, (_, n) => `:r${n} a brick:Room ; :p :o${n} .`);
  return turtle(`@prefix : <${prefix}> .\n${each.join('\n')}`);
};

test('a model of several parts is whole', async () => {
  const text = rooms(4_000, 'http://example.com/house#');
  expect(await models.read(text, 'developer')).toEqual(await readModel(text));
});

test('a model that would be too large is refused, and so is one that is nested too deeply', async () => {
  const long = rooms(15_000, `http://example.com/${'x'.repeat(2_000)}#`);
  await expect(models.read(long, 'developer')).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('67108864 characters'),
  });
  const iri = 'x'.repeat(1024 * 1024);
  const unit = {
    id: '',
    iri,
    name: '',
    type: '',
    properties: [],
    parents: [],
    children: [],
  };
  const units = Array.from({ length: 32 }, () => ({ ...unit, points: [] }));
  expect(() => toParts({ units, others: [], statements: 0, unmapped: [] })).toThrow(
    'at most 33554432 bytes',
  );
  const { port1, port2 } = new MessageChannel();
  const deep = {
    ...turtle(''),
    get text(): string {
      throw new RangeError('Maximum call stack size exceeded');
    },
  };
  const task = Object.assign(deep, { does: 'read' as const, started: port2 });
  expect(await process(task)).toEqual({ unreadable: expect.stringContaining('nested') });
  port1.close();
});
