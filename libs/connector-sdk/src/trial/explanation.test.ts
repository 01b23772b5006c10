import { describe, expect, test } from '@jest/globals';
import { createExplanation } from './explanation.js';

const answered = (value: unknown, transformed?: unknown) => ({
  request: 'list',
  text: JSON.stringify(value),
  value,
  transformed,
});

test('the finds of a path are counted, and a few are kept', () => {
  const explanation = createExplanation();
  for (let n = 0; n < 10; n += 1) {
    explanation.looked('devices[0].id', { path: '$.id', found: [n % 5, 'x'.repeat(1_000)] });
  }
  const [path] = explanation.explained().paths;
  expect(path).toMatchObject({ applied: 10, found: 20 });
  expect(path!.sample).toEqual(['0', expect.stringMatching(/^"x{199}$/), '1']);
});

test('members are shown only where nothing is found', () => {
  const explanation = createExplanation();
  const existing = () => ({ path: '$', members: ['a'] });
  explanation.looked('one', { path: '$.x', found: [], existing });
  explanation.looked('other', { path: '$.x', found: [], existing });
  explanation.looked('other', { path: '$.x', found: [1], existing });
  const shown = explanation.explained().paths.map((path) => path.existing);
  expect(shown).toEqual([{ path: '$', members: ['a'] }, undefined]);
});

test('the first place at which it stopped is kept', () => {
  const explanation = createExplanation();
  explanation.stopped('requests.list', 'One.');
  explanation.stopped('devices[0].id', 'Two.');
  expect(explanation.explained().stopped).toEqual({ at: 'requests.list', why: 'One.' });
});

describe('secrets of answers', () => {
  test('are found by the names of members, at whatever depth', () => {
    const explanation = createExplanation(['Ref']);
    const value = { a: [{ ref: { x: 'canary-1' } }], token: 'canary-2', id: 'plain', pin: 1234 };
    explanation.answered(answered(value));
    expect(explanation.explained().secrets.toSorted()).toEqual(['1234', 'canary-1', 'canary-2']);
  });

  test.each([['$.token'], ["$['my ref'][0]"], ['$lookup($, "My Ref")']])(
    'are not in the sample of %s',
    (path) => {
      const explanation = createExplanation(['my ref']);
      explanation.looked('one', { path, found: ['canary'] });
      explanation.looked('two', { path: '$.x', within: path, found: ['canary'] });
      expect(JSON.stringify(explanation.explained())).not.toContain('canary');
    },
  );

  test('are nowhere when there are more than can be removed', () => {
    const explanation = createExplanation();
    const value = Array.from({ length: 200 }, (_, n) => ({ token: `canary-${n}` }));
    explanation.looked('one', { path: '$.x', found: ['canary-150'] });
    explanation.answered(answered(value, ['canary-150']));
    const { paths, answers, isCut } = explanation.explained();
    expect([paths[0]!.sample, answers[0]!.transformed, isCut]).toEqual([[], undefined, true]);
  });
});
