import { expect, test } from '@jest/globals';
import { findingsIn } from './findings.js';

const found = (source: string, file = 'src/example.ts') =>
  findingsIn(file, source).map(({ kind, line, text }) => [kind, line, text]);

test('doc comments that open with a pronoun or a causative are found', () => {
  expect(found('/' + '** What is left. */\nconst a = 1;')).toEqual([
    ['opening', 1, 'What is left. */'],
  ]);
  expect(found('const a = 1;\n/**\n * Has it removed.\n */')).toEqual([
    ['opening', 2, 'Has it removed.'],
  ]);
  expect(found('/** Whatsoever, hashed. */\n// What is left\nconst a = 1;')).toEqual([]);
});

test('banned words are found in identifiers and file names, once each', () => {
  expect(found('const isTold = place;\nisTold;')).toEqual([
    ['word', 1, 'isTold'],
    ['word', 1, 'place'],
  ]);
  expect(found('handOver(keepListener);', 'src/held-sweep.ts')).toEqual([
    ['word', 1, 'handOver'],
    ['word', 1, 'keepListener'],
    ['word', 1, 'held-sweep'],
  ]);
  expect(found("replace({ keepAlive, placeholder, kept_until }, 'told');")).toEqual([]);
});

test('words of a vendor are allowed in its connector, as whole names', () => {
  expect(found('scene.recall;', 'src/philips-hue/scenes.ts')).toEqual([]);
  expect(found('isRecall(place);', 'src/philips-hue/scenes.ts')).toEqual([
    ['word', 1, 'isRecall'],
    ['word', 1, 'place'],
  ]);
});

test('casts that silence the compiler are found', () => {
  expect(found('a as never;\nb as unknown as C;\nc as unknown;\nd as E;')).toEqual([
    ['cast', 1, 'a as never'],
    ['cast', 2, 'b as unknown as C'],
  ]);
});
