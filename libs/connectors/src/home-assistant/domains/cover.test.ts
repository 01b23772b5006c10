import { expect, test } from '@jest/globals';
import { callOf, namesOf, valuesOf } from '../testing/abilities.js';

const allActions = ['open', 'close', 'stop', 'open_tilt', 'close_tilt', 'stop_tilt'];

test.each<[number, string[], string[]]>([
  [3, ['cover_state'], ['open', 'close']],
  [15, ['cover_state', 'position'], ['open', 'close', 'stop']],
  [255, ['cover_state', 'position', 'tilt'], allActions],
])('a cover that supports %i, in whatever state', (supported_features, properties, actions) => {
  const expected = { properties, actions };
  expect(namesOf('cover.a', 'open', { supported_features })).toEqual(expected);
  expect(namesOf('cover.a', 'unavailable', { supported_features })).toEqual(expected);
});

test('a cover shows and takes its position and its tilt', () => {
  const attributes = { supported_features: 255, current_tilt_position: 20 };
  expect(valuesOf('cover.a', 'closing', attributes)).toEqual({
    cover_state: 'closing',
    position: null,
    tilt: 20,
  });
  expect(callOf('position', 40, 'cover.a', 'open', attributes)).toEqual([
    'cover.set_cover_position',
    { position: 40 },
  ]);
  expect(callOf('tilt', 40, 'cover.a', 'open', attributes)).toEqual([
    'cover.set_cover_tilt_position',
    { tilt_position: 40 },
  ]);
});
