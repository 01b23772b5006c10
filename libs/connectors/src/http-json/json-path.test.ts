import { describe, expect, test } from '@jest/globals';
import { Misconfigured } from '@trellis/connector-sdk';
import { compileJsonPath } from './json-path.js';
import { createPollBudget } from './budget.js';

const all = (path: string, value: unknown) =>
  compileJsonPath(path).select(value, { budget: createPollBudget(), max: 100 });

/** The example of RFC 9535 (section 1.5), shortened. */
const store = {
  book: [
    { category: 'reference', title: 'Sayings', price: 8.95 },
    { category: 'fiction', title: 'Sword', price: 12.99 },
    { category: 'fiction', title: 'Moby Dick', isbn: '0-553-21311-3', price: 8.99 },
  ],
};

describe('a path', () => {
  test.each<[string, unknown[]]>([
    ['$.book[*].title', ['Sayings', 'Sword', 'Moby Dick']],
    ['$..isbn', ['0-553-21311-3']],
    ['$.book[-1].title', ['Moby Dick']],
    ['$.book[?@.price < 10 && @.category == "fiction"].title', ['Moby Dick']],
    ['$.book[?@.isbn].price', [8.99]],
    ['$.book[?match(@.title, "S.*")].title', ['Sayings', 'Sword']],
    ['$.book[?search(@.title, "[o-p]b")].title', ['Moby Dick']],
    ['$.book[?match(@.title, "^S.*$")].title', []],
    ['$.book[?length(@.title) == 5].title', ['Sword']],
    ['$.film[*]', []],
  ])('%s', (path, expected) => {
    expect(all(path, store)).toEqual(expected);
  });

  test.each([
    ['two descents', '$..a..b'],
    ['a descent in a filter', '$.a[?@..b]'],
    ['a search of the root in a filter', '$.a[?$.b[*]]'],
    ['brackets that select twice, often', `$${'[*,*]'.repeat(5)}`],
    ['a pattern from an answer', '$.a[?match(@.b, @.c)]'],
    ['filters in filters in filters', '$[?@[?@[?@[?@.a]]]]'],
    ['what is not in the standard', '$.a[?@.b =~ /x/]'],
    ['nothing', ''],
    ['a pattern that is none', '$.a[?match(@.b, "(")]'],
    ['a pattern that is too large', '$.a[?match(@.b, "((a{20}){20}){20}")]'],
    ['too much', `$.${'a'.repeat(512)}`],
  ])('with %s is refused', (_what, path) => {
    expect(() => compileJsonPath(path)).toThrow(Misconfigured);
  });

  test('takes steps in proportion to the value, and no more than there are', () => {
    const items = Array.from({ length: 10_000 }, (_, id) => ({ id }));
    const path = compileJsonPath('$[?@.id == 9999]');
    const budget = createPollBudget(150_000);
    expect(path.select(items, { budget })).toEqual([{ id: 9999 }]);
    expect(() => path.select(items, { budget })).toThrow(Misconfigured);
  });

  test('with a pattern that takes other engines for ever ends', () => {
    const found = all('$[?match(@, "(a+)+b")]', ['a'.repeat(256), 'aab']);
    expect(found).toEqual(['aab']);
  });
});

test('the shape that a path needs', () => {
  const fits = (path: string, value: unknown) =>
    compileJsonPath(path).fits(value, { budget: createPollBudget() });
  expect(fits('$.items[*].id', { items: [] })).toBe(true);
  expect(fits('$.items[*].id', { data: 17 })).toBe(false);
  expect(fits('$.items[*].id', { items: 17 })).toBe(false);
  expect(fits('$.current', { current: {} })).toBe(true);
  expect(fits('$.current', [])).toBe(false);
});
