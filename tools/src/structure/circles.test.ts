import { expect, test } from '@jest/globals';
import { findCircles } from './circles.js';

const circles = (imports: Record<string, string[]>) =>
  findCircles(new Map(Object.entries(imports)));

test('files that import each other are a circle', () => {
  expect(circles({ 'a/one.ts': ['a/two.ts'], 'a/two.ts': ['a/one.ts'] })).toEqual([
    ['a/one.ts', 'a/two.ts'],
  ]);
});

test('folders whose files import each other are a circle, even if no two files are', () => {
  const imports = { 'src/a/1.ts': ['src/b/1.ts'], 'src/b/1.ts': [], 'src/b/2.ts': ['src/a/2.ts'] };
  expect(circles({ ...imports, 'src/a/2.ts': [] })).toEqual([['src/a', 'src/b']]);
});

test('a folder and a file beside it can be a circle', () => {
  const imports = { 'src/a/1.ts': ['src/x.ts'], 'src/x.ts': ['src/a/2.ts'], 'src/a/2.ts': [] };
  expect(circles(imports)).toEqual([['src/a', 'src/x.ts']]);
});

test('a long circle is reported once', () => {
  const imports = { 'a/1.ts': ['a/2.ts'], 'a/2.ts': ['a/3.ts'], 'a/3.ts': ['a/1.ts'] };
  expect(circles(imports)).toEqual([['a/1.ts', 'a/2.ts', 'a/3.ts']]);
});

test('a folder may import files beside it that do not import it', () => {
  expect(
    circles({
      'src/main.ts': ['src/a/1.ts', 'src/text.ts'],
      'src/a/1.ts': ['src/text.ts'],
      'src/text.ts': [],
    }),
  ).toEqual([]);
});
