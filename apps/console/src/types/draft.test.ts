import { expect, test } from '@jest/globals';
import { draftOf, textsOf, typeIdFor, versionOf } from './draft.js';

const draft = draftOf({
  name: 'Acme',
  description: 'Sensors.',
  steps: [{ title: 'Find the key', description: 'In the portal.', when: 'before' }],
  translations: { de: { 'Sensors.': 'Sensoren.', 'Poll interval': 'Abfrageintervall' } },
  configuration: {
    parameters: { mode: { title: 'Mode', enum: ['Eco', 7] }, key: { description: 'A key.' } },
  },
});

test('the texts of a type are its own and those of its steps and parameters, each once', () => {
  expect(textsOf({ ...draft, category: 'Acme' })).toEqual([
    'Acme',
    'Sensors.',
    'Find the key',
    'In the portal.',
    'Mode',
    'Eco',
    'A key.',
  ]);
  expect(textsOf({ ...draft, steps: [], configuration: '{' })).toEqual(['Acme', 'Sensors.']);
  expect(textsOf({ ...draft, steps: [], configuration: '{"parameters":[null]}' })).toHaveLength(2);
});

test('a body has no category that is empty, and no translations of texts that were removed', () => {
  expect(versionOf(draft, draft)).not.toHaveProperty('category');
  const changed = versionOf({ ...draft, description: 'Meters.', category: 'energy' }, draft);
  expect(changed).toMatchObject({
    category: 'energy',
    translations: { de: { 'Poll interval': 'Abfrageintervall' } },
    configuration: { parameters: { key: { description: 'A key.' } } },
  });
  expect(changed.translations?.de).not.toHaveProperty('Sensors.');
});

test.each([
  ['Acme Sensors', 'x-acme-sensors'],
  ['  Wärme & Co. – 2 ', 'x-warme-co-2'],
  ['', 'x-'],
])('the type %j has the id %s', (name, id) => {
  expect(typeIdFor(name)).toBe(id);
});
