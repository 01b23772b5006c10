import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { patient } from '../../testing/context.js';
import { openTestProcessor } from '../../testing/json-ld.js';
import type { Verdict } from './processor.js';

const processor = openTestProcessor();
afterAll(() => processor.close());

const check = (document: unknown): Promise<Verdict> =>
  processor.check(document, { developer: 'developer', ...patient });

/** What `jsonld` gets wrong, in words of our own; by the ids of the suite: er54, er56 and what is near them. */
test.each([
  [{ 'urn:p': { '@value': 'v', '@type': ['urn:a', 'urn:b'] } }, 'invalid typed value'],
  [
    { '@graph': [{ 'urn:p': [{ '@value': 1, '@type': ['urn:a', 'urn:b'] }] }] },
    'invalid typed value',
  ],
  [{ 'urn:p': { '@value': 'v', '@type': ['urn:a'] } }, undefined],
  [{ 'urn:p': { '@value': { '@value': 1, '@type': [1, 2] }, '@type': '@json' } }, undefined],
  [{ '@context': { '@context': { p: 'urn:p' } }, p: 'v' }, 'keyword redefinition'],
  [{ 'urn:p': { '@context': [null, { '@context': 'urn:c' }] } }, 'keyword redefinition'],
  [{ '@context': { p: { '@id': 'urn:p', '@context': { q: 'urn:q' } } }, p: { q: 1 } }, undefined],
])('%j is answered with %p', async (document, error) => {
  expect((await check(document)).error).toBe(error);
});

interface Case {
  '@id': string;
  name: string;
  input: string;
  expectErrorCode?: string;
  option?: { specVersion?: string; processingMode?: string };
}

/** Cases that need documents besides their own: none is fetched, so each of them is refused. */
const withRemoteContexts = [
  ...[
    '#t0126',
    '#t0127',
    '#t0128',
    '#tc031',
    '#tc034',
    '#ter04',
    '#ter05',
    '#tso03',
    '#tso05',
    '#tso06',
  ],
  ...['#tso07', '#tso08', '#tso09', '#tso10', '#tso11', '#tso12', '#tso13'],
];

const isOfVersion10 = ({ option = {} }: Case): boolean =>
  option.specVersion === 'json-ld-1.0' || option.processingMode === 'json-ld-1.0';

const suite = process.env.JSON_LD_SUITE;
if (suite) {
  const read = (path: string) => JSON.parse(readFileSync(join(suite, path), 'utf8')) as unknown;
  const { sequence } = read('expand-manifest.jsonld') as { sequence: Case[] };
  const cases = sequence.filter((one) => !isOfVersion10(one));

  /** https://w3c.github.io/json-ld-api/tests/expand-manifest */
  describe('the expansion suite of the W3C', () => {
    test.each(cases)('$@id: $name', async (one) => {
      const verdict = await check(read(one.input));
      if (withRemoteContexts.includes(one['@id'])) expect(verdict.unknownContext).toBeDefined();
      else expect(verdict).toEqual(one.expectErrorCode ? { error: one.expectErrorCode } : {});
    });
  });
}
