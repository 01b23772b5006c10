import { afterEach, describe, expect, test } from '@jest/globals';
import { patient } from '../../testing/context.js';
import {
  openJsonLdProcessor,
  type JsonLdProcessor,
  type JsonLdProcessorOptions,
} from './processor.js';

const longMs = 10 * 60_000;
const tooCostly = { error: 'too costly to process' };
const valid = '{"@id":"urn:a"}';
/** It takes quadratic time: minutes. */
const slow = JSON.stringify({ '@id': '/'.repeat(900_000) });
/** It takes quadratic memory. */
const large = JSON.stringify({
  '@id': 'urn:a',
  'urn:b': Array.from({ length: 250_000 }, () => [1]),
});

const opened: JsonLdProcessor[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((processor) => processor.close()));
});

function open(options: Partial<JsonLdProcessorOptions> = {}): JsonLdProcessor {
  const processor = openJsonLdProcessor({
    timeoutMs: longMs,
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  opened.push(processor);
  return processor;
}

describe('a document that takes forever', () => {
  test('does not keep its neighbour from being answered', async () => {
    const processor = open();
    let hasEnded = false;
    const end = () => (hasEnded = true);
    void processor.check(slow, patient).then(end, end);
    await expect(processor.check(valid, patient)).resolves.toEqual({});
    expect(hasEnded).toBe(false);
  });

  test('is given up after its deadline, and costs its thread only', async () => {
    const processor = open({ timeoutMs: 3_000, maxThreads: 1 });
    const checks = [slow, valid, slow, valid].map((document) => processor.check(document, patient));
    expect(await Promise.all(checks)).toEqual([tooCostly, {}, tooCostly, {}]);
  });

  test('is given up earlier when its caller stops waiting', async () => {
    const processor = open();
    const impatient = { expiresAt: Date.now() + 500 };
    await expect(processor.check(slow, impatient)).rejects.toMatchObject({ code: 'timeout' });
    await expect(processor.check(valid, patient)).resolves.toEqual({});
  });
});

test('a document that exhausts the memory of its thread costs that thread only', async () => {
  const processor = open({ maxHeapMb: 64 });
  const checks = [valid, large, valid].map((document) => processor.check(document, patient));
  expect(await Promise.all(checks)).toEqual([{}, tooCostly, {}]);
});

test('more documents than threads are all answered, each with its own verdict', async () => {
  const processor = open();
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  const verdicts = await Promise.all(
    numbers.map((number) =>
      processor.check(JSON.stringify({ '@context': `urn:context:${number}` }), patient),
    ),
  );
  expect(verdicts.map(({ unknownContext }) => unknownContext)).toEqual(
    numbers.map((number) => `urn:context:${number}`),
  );
});

test('a document whose caller has stopped waiting is not processed', async () => {
  const late = open().check(valid, { expiresAt: Date.now() - 1 });
  await expect(late).rejects.toMatchObject({ code: 'timeout' });
});

test('what one document defines does not apply to the next one', async () => {
  const processor = open({ maxThreads: 1 });
  const context = { '@vocab': 'urn:v:', name: { '@id': 'urn:name', '@type': '@id' } };
  const withContext = JSON.stringify({ '@context': context, name: 'a' });
  await expect(processor.check(withContext, patient)).resolves.toEqual({});
  const broken = JSON.stringify({ '@context': { ...context, name: { '@id': 5 } }, name: 'a' });
  await expect(processor.check(broken, patient)).resolves.toEqual({ error: 'invalid IRI mapping' });
});
