import { expect, test } from '@jest/globals';
import { accentsOf, contrast, parse } from './theme.js';

const surfaces = { light: ['#ffffff', '#f6f6f4'], dark: ['#1e2024', '#15171a'] };

test.each(['#1f6feb', '#ffff00', '#ffffff', '#000000', '#ff0000', '#808080', '#e6f7ff'])(
  '%s can be read as text and behind text, on light and dark pages',
  (color) => {
    for (const [scheme, { accent, onAccent }] of Object.entries(accentsOf(color))) {
      for (const surface of surfaces[scheme as keyof typeof surfaces]) {
        expect(contrast(parse(accent), parse(surface))).toBeGreaterThanOrEqual(4.5);
      }
      expect(contrast(parse(accent), parse(onAccent))).toBeGreaterThanOrEqual(4.5);
    }
  },
);

test('a color that can be read is left as it is', () => {
  expect(accentsOf('#2f6a4f').light).toEqual({ accent: '#2f6a4f', onAccent: '#ffffff' });
  expect(accentsOf('#7cc4a1').dark).toEqual({ accent: '#7cc4a1', onAccent: '#000000' });
});
