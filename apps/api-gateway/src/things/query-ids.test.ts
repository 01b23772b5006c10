import { expect, test } from '@jest/globals';
import { parse } from '@rsql/parser';
import { createIdForms } from '@trellis/operations';
import { withBareIds } from '../things/filter.js';

const base = 'https://trellis.example';
const forms = createIdForms(base);
const id = '0190b1f4-6d5c-7cc0-8000-000000000001';
const client = `${base}/api/v1/connectors/clients/${id}`;
const bob = `${base}/api/v1/subjects/bob%20%22b%22`;

const bare = (expression: string) => withBareIds(expression, forms);

test.each([
  [`client==${client}`, `client=="${id}"`],
  [`client!="${client}"`, `client!="${id}"`],
  [`client==urn:uuid:${id};type==Light`, `client=="${id}"`],
  [`type==Light,(subject==${bob})`, String.raw`subject=="bob \"b\""`],
  [`client=in=(${client}, '${client}' ,other)`, `("${id}"`],
])('%s names the same by an id', (expression, part) => {
  const changed = bare(expression);
  expect(changed).toContain(part);
  expect(changed).not.toContain(base);
  expect(changed).toHaveLength(expression.length);
  expect(() => parse(changed)).not.toThrow();
});

test.each([
  `client==${id}`,
  'subject==b*',
  `title=="client==${client}"`,
  `values.client==${client}`,
  `properties.subject==${bob}`,
  'client==',
  'client=in=(',
  '"',
])('%s stays as it is', (expression) => {
  expect(bare(expression)).toBe(expression);
});
