import { afterEach, describe, expect, test } from '@jest/globals';
import { recordChildProcesses } from '@trellis/testing';
import { patient } from '../../testing/context.js';
import { openTestProcessor } from '../../testing/json-ld.js';
import type { JsonLdProcessor, JsonLdProcessorOptions } from './processor.js';

const tooCostly = { error: 'too costly to process' };
const valid = { '@id': 'urn:a' };
/** It takes quadratic time: minutes. */
const slow = { '@id': '/'.repeat(900_000) };
/** It takes quadratic memory. */
const large = { '@id': 'urn:a', 'urn:b': Array.from({ length: 250_000 }, () => [1]) };

const opened: JsonLdProcessor[] = [];
const of = (developer: string) => ({ developer, ...patient });

afterEach(async () => {
  await Promise.all(opened.splice(0).map((processor) => processor.close()));
});

function open(options: Partial<JsonLdProcessorOptions> = {}): JsonLdProcessor {
  const processor = openTestProcessor(options);
  opened.push(processor);
  return processor;
}

describe('a document that takes forever', () => {
  test('does not keep its neighbor from being answered', async () => {
    const processor = open();
    let hasEnded = false;
    const end = () => (hasEnded = true);
    void processor.check(slow, of('a')).then(end, end);
    await expect(processor.check(valid, of('b'))).resolves.toEqual({});
    expect(hasEnded).toBe(false);
  });

  test('is given up after its deadline, and costs its process only', async () => {
    const processor = open({ timeoutMs: 3_000, maxProcesses: 1 });
    const checks = [slow, valid, slow, valid].map((document) => processor.check(document, of('a')));
    expect(await Promise.all(checks)).toEqual([tooCostly, {}, tooCostly, {}]);
  });

  test('is given up earlier when its caller stops waiting', async () => {
    const processor = open();
    const impatient = { developer: 'a', expiresAt: Date.now() + 500 };
    await expect(processor.check(slow, impatient)).rejects.toMatchObject({ code: 'timeout' });
    await expect(processor.check(valid, of('a'))).resolves.toEqual({});
  });
});

describe('the documents of one developer', () => {
  test.each([8, 80])(
    'leave processes to its neighbors, also when %i of them are slow',
    async (count) => {
      const processor = open();
      let ended = 0;
      const end = () => (ended += 1);
      const checks = Array.from({ length: count }, () =>
        processor.check(slow, of('a')).finally(end),
      );
      const settled = Promise.allSettled(checks);
      await expect(processor.check(valid, of('b'))).resolves.toEqual({});
      await expect(processor.check(valid, of('c'))).resolves.toEqual({});
      expect(ended).toBe(0);
      await processor.close();
      opened.length = 0;
      await settled;
    },
  );

  test('take turns with those of others where there is one process', async () => {
    const processor = open({ timeoutMs: 500, maxProcesses: 1 });
    const order: string[] = [];
    const check = (developer: string, document: unknown) =>
      processor.check(document, of(developer)).finally(() => order.push(developer));
    await Promise.all([
      ...Array.from({ length: 4 }, () => check('a', slow)),
      check('b', valid),
      check('c', valid),
    ]);
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'a']);
  });

  test('are refused when too many wait, while others are not', async () => {
    const processor = open({ timeoutMs: 500, maxProcesses: 1, maxWaitingPerDeveloper: 2 });
    const checks = Array.from({ length: 3 }, () => processor.check(slow, of('a')));
    await expect(processor.check(valid, of('a'))).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(processor.check(valid, of('b'))).resolves.toEqual({});
    expect(await Promise.all(checks)).toEqual([tooCostly, tooCostly, tooCostly]);
  });
});

test('a document that exhausts the memory of its process costs that process only', async () => {
  const processor = open({ maxHeapMb: 64 });
  const costly = [valid, large, valid].map((document) => processor.check(document, of('a')));
  const neighbors = [valid, valid].map((document) => processor.check(document, of('b')));
  expect(await Promise.all(neighbors)).toEqual([{}, {}]);
  expect(await Promise.all(costly)).toEqual([{}, tooCostly, {}]);
});

test('no process is left after closing', async () => {
  const children = recordChildProcesses();
  const processor = open();
  await processor.check(valid, of('a'));
  const unanswered = Promise.allSettled([processor.check(slow, of('a'))]);
  expect(children.running()).toBe(1);
  await processor.close();
  expect(children.running()).toBe(0);
  await unanswered;
});

test('more documents than processes are all answered, each with its own verdict', async () => {
  const processor = open();
  const numbers = Array.from({ length: 50 }, (_, number) => number);
  const verdicts = await Promise.all(
    numbers.map((number) => processor.check({ '@context': `urn:context:${number}` }, of('a'))),
  );
  expect(verdicts.map(({ unknownContext }) => unknownContext)).toEqual(
    numbers.map((number) => `urn:context:${number}`),
  );
});

test('a document whose caller has stopped waiting is not processed', async () => {
  const late = open().check(valid, { developer: 'a', expiresAt: Date.now() - 1 });
  await expect(late).rejects.toMatchObject({ code: 'timeout' });
});

test('what one document defines does not apply to the next one', async () => {
  const processor = open({ maxProcesses: 1 });
  const context = { '@vocab': 'urn:v:', name: { '@id': 'urn:name', '@type': '@id' } };
  const withContext = { '@context': context, name: 'a' };
  await expect(processor.check(withContext, of('a'))).resolves.toEqual({});
  const broken = { '@context': { ...context, name: { '@id': 5 } }, name: 'a' };
  await expect(processor.check(broken, of('a'))).resolves.toEqual({ error: 'invalid IRI mapping' });
});
