import { expect, test } from '@jest/globals';
import type { UnitSuggestion } from '../api/connectors.js';
import { linesOf, parentsFirst } from './accept-suggestions.js';

const suggestion = (id: string, parent?: string): UnitSuggestion => ({
  id,
  name: id,
  type: 'room',
  things: [],
  ...(parent && { parent }),
});
const ids = (suggestions: UnitSuggestion[]) => parentsFirst(suggestions).map(({ id }) => id);

test('parents come first', () => {
  expect(
    ids([suggestion('room', 'floor'), suggestion('floor', 'home'), suggestion('home')]),
  ).toEqual(['home', 'floor', 'room']);
});

test('a parent that is not suggested is ignored', () => {
  expect(ids([suggestion('room', 'elsewhere'), suggestion('home')])).toEqual(['room', 'home']);
});

test('a cycle does not loop', () => {
  expect(ids([suggestion('a', 'b'), suggestion('b', 'a'), suggestion('c')])).toEqual([
    'c',
    'a',
    'b',
  ]);
});

test('a suggestion has a stable id and its accepted parent', () => {
  const href = 'http://localhost/api/v1/things/lamp';
  const room = { ...suggestion('room', 'floor'), things: [{ href }] };
  expect(linesOf('client', [room, suggestion('floor')])).toEqual([
    { id: 'client/floor', name: 'floor', type: 'room', parents: [], things: [] },
    { id: 'client/room', name: 'room', type: 'room', parents: ['client/floor'], things: ['lamp'] },
  ]);
  expect(linesOf('client', [room])).toMatchObject([{ id: 'client/room', parents: [] }]);
});

test('a cycle is broken at one link', () => {
  const lines = linesOf('client', [suggestion('a', 'b'), suggestion('b', 'a')]);
  expect(lines.map(({ parents }) => parents)).toEqual([[], ['client/a']]);
});
