import { expect, test } from '@jest/globals';
import { mergePatch } from './json.js';

/** The test cases of RFC 7396, appendix A: original, patch, result. */
test.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j patched with %j is %j', (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

test('neither the target nor a prototype is changed', () => {
  const target = Object.freeze({ a: Object.freeze({ b: 1 }) });
  const patch = JSON.parse('{"__proto__":{"polluted":true},"a":{"b":2}}') as object;
  const merged = mergePatch(target, patch);
  expect(Object.keys(merged as object)).toEqual(['a', '__proto__']);
  expect(target).toEqual({ a: { b: 1 } });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
