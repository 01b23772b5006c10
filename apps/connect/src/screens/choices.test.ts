import { expect, test } from '@jest/globals';
import { groupsOf, matches } from './choices.js';

const choice = (name: string, category?: string) => ({ name, description: `A ${name}.`, category });
const meter = choice('Meter', 'Energy');
const sun = choice('Sun', 'Energy');
const lamp = choice('Lamp', 'Lighting');
const any = choice('Any');

test('technologies are grouped by category, those without one last', () => {
  expect(groupsOf([any, lamp, meter, sun], 'Other')).toEqual([
    { category: 'Energy', technologies: [meter, sun] },
    { category: 'Lighting', technologies: [lamp] },
    { category: 'Other', technologies: [any] },
  ]);
  expect(groupsOf([], 'Other')).toEqual([]);
});

test('a search looks into name, description and category', () => {
  expect(matches(meter, 'met')).toBe(true);
  expect(matches(meter, 'energy a')).toBe(true);
  expect(matches(meter, 'light')).toBe(false);
  expect(matches(any, '')).toBe(true);
});
