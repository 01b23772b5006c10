import { expect, test } from '@jest/globals';
import type { UnitSuggestion } from '../api/connectors.js';
import { parentsFirst } from './accept-suggestions.js';

const suggestion = (id: string, parent?: string): UnitSuggestion => ({
  id,
  name: id,
  type: 'room',
  things: [],
  ...(parent && { parent }),
});
const ids = (suggestions: UnitSuggestion[]) => parentsFirst(suggestions).map(({ id }) => id);

test('what others are in comes first', () => {
  expect(
    ids([suggestion('room', 'floor'), suggestion('floor', 'home'), suggestion('home')]),
  ).toEqual(['home', 'floor', 'room']);
});

test('a parent that is not suggested is no parent', () => {
  expect(ids([suggestion('room', 'elsewhere'), suggestion('home')])).toEqual(['room', 'home']);
});

test('a circle ends', () => {
  expect(ids([suggestion('a', 'b'), suggestion('b', 'a'), suggestion('c')])).toEqual([
    'c',
    'a',
    'b',
  ]);
});
