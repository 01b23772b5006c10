import { expect, test } from '@jest/globals';
import type { Page } from '../api.js';
import { translated } from './translated.js';

const page = {
  expires_at: '2026-11-23T12:00:00.000Z',
  clients: [],
  agents: [],
  found: [],
  technologies: [
    {
      type_id: 'hub',
      name: 'Hub',
      description: 'A hub.',
      logo: '',
      connect: { method: 'form', steps: [] },
      clients_per_subject: 1,
      offered: true,
      local: false,
      configuration_schema: {
        properties: {
          description: { type: 'string', title: 'Password', examples: ['Password'] },
        },
      },
    },
  ],
} satisfies Page;

test('titles and descriptions are translated if there is a translation', () => {
  const [technology] = translated(page, 'de').technologies;
  expect(technology).toEqual({
    ...page.technologies[0],
    configuration_schema: {
      properties: {
        description: { type: 'string', title: 'Passwort', examples: ['Password'] },
      },
    },
  });
  expect(translated(page, 'en')).toEqual(page);
});

test('options have translated labels, and stay what is sent', () => {
  const configuration_schema = {
    properties: {
      mode: { enum: ['Eco', 'Full'] },
      level: { oneOf: [{ const: 1, title: 'Eco' }] },
    },
  };
  const translations = { de: { Eco: 'Sparsam' } };
  const technology = { ...page.technologies[0]!, configuration_schema, translations };
  const [shown] = translated({ ...page, technologies: [technology] }, 'de').technologies;
  expect(shown!.configuration_schema).toEqual({
    properties: {
      mode: { enum: ['Eco', 'Full'], labels: { Eco: 'Sparsam' } },
      level: { oneOf: [{ const: 1, title: 'Sparsam' }] },
    },
  });
});

test('a type of the account brings its own translations, of its name as well', () => {
  const translations = {
    de: { Hub: 'Zentrale', 'A hub.': 'Eine Zentrale.', Password: 'Kennwort' },
    fr: { Hub: 'Centrale' },
  };
  const own = { ...page, technologies: [{ ...page.technologies[0]!, translations }] };
  const [technology] = translated(own, 'de').technologies;
  expect(technology).toMatchObject({
    name: 'Zentrale',
    description: 'Eine Zentrale.',
    configuration_schema: { properties: { description: { title: 'Kennwort' } } },
  });
  expect(translated(own, 'en').technologies[0]).toMatchObject({ name: 'Hub' });
});
