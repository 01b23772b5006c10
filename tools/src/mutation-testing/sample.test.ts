import { describe, expect, test } from '@jest/globals';
import { applyTo, DoesNotApply, problemOf, readSample } from './sample.js';

const sample = await readSample();

describe('the sample of mutations', () => {
  test('has no mutation twice', () => {
    const texts = sample.map(({ file, from, to }) => JSON.stringify([file, from, to]));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test.each(sample)('$file still has $from once, and there are its tests', (mutation) => {
    expect(problemOf(mutation)).toBeUndefined();
  });
});

describe('a mutation', () => {
  const change = (from: string, to: string) => ({ file: 'a.ts', from, to, noticedBy: [] });

  test('replaces its text literally', () => {
    expect(applyTo('const a = 1 > 0;\n', change('> 0', ">= '$&'"))).toBe("const a = 1 >= '$&';\n");
  });

  test.each([
    ['its text is gone', change('2', '3')],
    ['its text is there twice', change('1', '3')],
    ['it changes nothing', change('= 1', '= 1')],
    ['what is left is no TypeScript', change('const a', 'const')],
  ])('does not apply where %s', (_why, mutation) => {
    expect(() => applyTo('const a = 1;\nconst b = 1;\n', mutation)).toThrow(DoesNotApply);
  });
});
