import { afterAll, expect, test } from '@jest/globals';
import { patient } from '../../testing/context.js';
import { openTestProcessor } from '../../testing/json-ld.js';

const processor = openTestProcessor();
afterAll(() => processor.close());

const vocab = { '@vocab': 'urn:v#' };
const within = (context: unknown, rest: object = { p: 'v' }) => ({ '@context': context, ...rest });

/** Each error of expansion that needs no document besides its own: https://www.w3.org/TR/json-ld11-api/#jsonlderrorcode */
test.each<[string, object]>([
  ['colliding keywords', within({ id: '@id' }, { id: 'urn:a', '@id': 'urn:b' })],
  ['cyclic IRI mapping', within({ a: 'b:x', b: 'a:x' })],
  ['invalid @id value', within(vocab, { '@id': true })],
  ['invalid @import value', within({ '@import': {} })],
  ['invalid @included value', within(vocab, { '@included': 'text' })],
  ['invalid @index value', within(vocab, { p: { '@id': 'urn:a', '@index': true } })],
  ['invalid @nest value', within({ ...vocab, n: '@nest' }, { n: 'text' })],
  ['invalid @prefix value', within({ p: { '@id': 'urn:p', '@prefix': 'yes' } })],
  ['invalid @propagate value', within({ '@propagate': 'yes' })],
  ['invalid @protected value', within({ p: { '@id': 'urn:p', '@protected': 'yes' } })],
  ['invalid @reverse value', within(vocab, { '@reverse': 'text' })],
  ['invalid @version value', within({ '@version': 1.2 })],
  ['invalid base direction', within({ '@direction': 'up' })],
  ['invalid base IRI', within({ '@base': true })],
  ['invalid container mapping', within({ p: { '@id': 'urn:p', '@container': '@context' } })],
  ['invalid context nullification', within([{ '@protected': true, p: 'urn:p' }, null])],
  ['invalid default language', within({ '@language': true })],
  ['invalid IRI mapping', within({ p: { '@id': ['urn:p'] } })],
  ['invalid keyword alias', within({ c: '@context' })],
  [
    'invalid language map value',
    within({ p: { '@id': 'urn:p', '@container': '@language' } }, { p: { en: 1 } }),
  ],
  ['invalid language mapping', within({ p: { '@id': 'urn:p', '@language': 1 } })],
  ['invalid language-tagged string', within(vocab, { p: { '@value': 'v', '@language': 1 } })],
  ['invalid language-tagged value', within(vocab, { p: { '@value': 1, '@language': 'en' } })],
  ['invalid local context', within(1)],
  ['invalid reverse property', within({ p: { '@reverse': 'urn:p', '@nest': 'n' } })],
  ['invalid reverse property map', within(vocab, { '@reverse': { '@id': 'urn:a' } })],
  ['invalid reverse property value', within({ p: { '@reverse': 'urn:p' } }, { p: 'text' })],
  ['invalid set or list object', within(vocab, { p: { '@list': [1], '@id': 'urn:a' } })],
  ['invalid term definition', within({ p: 1 })],
  ['invalid type mapping', within({ p: { '@id': 'urn:p', '@type': ['@id'] } })],
  ['invalid type value', within(vocab, { '@type': 1 })],
  ['invalid typed value', within(vocab, { p: { '@value': 'v', '@type': '_:b' } })],
  ['invalid value object', within(vocab, { p: { '@value': 'v', q: 1 } })],
  ['invalid value object value', within(vocab, { p: { '@value': ['v'] } })],
  ['invalid vocab mapping', within({ '@vocab': true })],
  ['keyword redefinition', within({ '@id': 'urn:p' })],
  [
    'protected term redefinition',
    within([{ p: { '@id': 'urn:p', '@protected': true } }, { p: 'urn:q' }]),
  ],
])('%s', async (code, document) => {
  expect((await processor.check(document, { developer: 'developer', ...patient })).error).toBe(
    code,
  );
});
