import { expect, test } from '@jest/globals';
import type { Page } from '../api.js';
import { translated } from './translated.js';

const page = {
  expires_at: '2026-11-23T12:00:00.000Z',
  clients: [],
  technologies: [
    {
      type_id: 'hub',
      name: 'Hub',
      description: 'A hub.',
      logo: '',
      connect: { method: 'form', steps: [] },
      clients_per_subject: 1,
      offered: true,
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
  expect(translated(page, 'en')).toBe(page);
});
