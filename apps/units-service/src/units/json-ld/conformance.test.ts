import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { patient } from '../../testing/context.js';
import { openTestProcessor } from '../../testing/json-ld.js';
import type { Verdict } from './processor.js';

const processor = openTestProcessor();
afterAll(() => processor.close());

const check = (document: unknown): Promise<Verdict> =>
  processor.check(document, { developer: 'developer', ...patient });

/** Documents that `jsonld` handles wrongly, similar to those of the suite near er54 and er56. */
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
  expect?: string;
  expectErrorCode?: string;
  option?: { specVersion?: string; processingMode?: string };
}

/** The cases of a manifest, by their titles, each with its document. */
function casesIn(folder: string, manifest: string): [string, Case, unknown][] {
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as unknown;
  const { sequence } = read(manifest) as { sequence: Case[] };
  return sequence.map((one) => [`${one['@id']}: ${one.name}`, one, read(one.input)]);
}

const require = createRequire(import.meta.url);
const firstSuite = join(dirname(require.resolve('json-ld-test-suite/package.json')), 'tests');

describe('the first suite of the W3C, of JSON-LD 1.0, expands', () => {
  /** Terms that JSON-LD 1.1 refuses. */
  const refused = ['#t0025', '#t0026', '#t0071'];

  test.each(casesIn(firstSuite, 'expand-manifest.jsonld'))('%s', async (_title, one, document) => {
    const verdict = refused.includes(one['@id']) ? { error: 'invalid IRI mapping' } : {};
    expect(await check(document)).toEqual(verdict);
  });
});

describe('the first suite of the W3C, of JSON-LD 1.0, refuses', () => {
  const remote = ['#t0002', '#t0003', '#t0004', '#t0005'];
  const allowedNow = [
    // By JSON-LD 1.1: relative IRIs by `@vocab`, further containers, lists of lists, and its own version.
    '#t0016',
    '#t0021',
    '#t0024',
    '#t0032',
    '#tp001',
    '#tp002',
    // By expansion; compacting and flattening refuse it.
    '#t0042',
    '#t0043',
    '#tn007',
    '#tp004',
    '#tp005',
    '#tp006',
  ];

  test.each(casesIn(firstSuite, 'error-manifest.jsonld'))('%s', async (_title, one, document) => {
    const verdict = await check(document);
    if (remote.includes(one['@id'])) expect(verdict.unknownContext).toBeDefined();
    else expect(verdict).toEqual(allowedNow.includes(one['@id']) ? {} : { error: one.expect });
  });
});

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
  '#tso07',
  '#tso08',
  '#tso09',
  '#tso10',
  '#tso11',
  '#tso12',
  '#tso13',
];

const isOfVersion10 = ({ option = {} }: Case): boolean =>
  option.specVersion === 'json-ld-1.0' || option.processingMode === 'json-ld-1.0';

const suite = process.env.JSON_LD_SUITE;
if (suite) {
  const cases = casesIn(suite, 'expand-manifest.jsonld').filter(([, one]) => !isOfVersion10(one));

  /** https://w3c.github.io/json-ld-api/tests/expand-manifest */
  describe('the expansion suite of the W3C', () => {
    test.each(cases)('%s', async (_title, one, document) => {
      const verdict = await check(document);
      if (withRemoteContexts.includes(one['@id'])) expect(verdict.unknownContext).toBeDefined();
      else expect(verdict).toEqual(one.expectErrorCode ? { error: one.expectErrorCode } : {});
    });
  });
}
