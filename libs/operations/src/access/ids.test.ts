import { expect, test } from '@jest/globals';
import { createIdForms, useBareIds } from './ids.js';

const forms = createIdForms('https://api.test');
const id = '01a1fb49-0d50-7523-8e7b-c9657c118513';

test.each([
  id,
  id.toUpperCase(),
  `urn:uuid:${id}`,
  `URN:UUID:${id.toUpperCase()}`,
  `https://api.test/api/v1/units/${id}`,
  `https://api.test/api/v1/connectors/clients/${id}`,
])('a resource may be named %s', (given) => {
  expect(forms.resource(given)).toBe(id);
});

test.each([
  'kitchen',
  `https://other.test/api/v1/units/${id}`,
  `https://api.test/units/${id}`,
  'https://api.test/api/v1/units/%',
])('%s stays as it is, and names nothing', (given) => {
  expect(forms.resource(given)).toBe(given);
});

test('a subject is named by its id, which is any text, or by its address', () => {
  expect(forms.subject('https://api.test/api/v1/subjects/a%2Fb%20%C3%A4')).toBe('a/b \u00e4');
  for (const text of [`urn:uuid:${id}`, id.toUpperCase(), `https://api.test/api/v1/units/${id}`]) {
    expect(forms.subject(text)).toBe(text);
  }
});

test('of the parameters of a path, ids are read and names are not', () => {
  const params = { id: `urn:uuid:${id}`, other: `urn:uuid:${id}`, name: `urn:uuid:${id}` };
  useBareIds({ path: '/api/v1/units/:id/subjects/:other' }, params, forms);
  expect(params).toEqual({ id, other: `urn:uuid:${id}`, name: `urn:uuid:${id}` });
  const subject = { id: `https://api.test/api/v1/subjects/alice` };
  useBareIds({ path: '/api/v1/subjects/:id' }, subject, forms);
  expect(subject).toEqual({ id: 'alice' });
});
