import { expect, test } from '@jest/globals';
import { expand } from './uri-variables.js';

const variables = { n: 3, s: 'a b/ü', on: true, empty: '', object: {} };

test.each([
  ['/plain?a=1', '/plain?a=1'],
  ['/{n}/value', '/3/value'],
  ['/{s}', '/a%20b%2F%C3%BC'],
  ['/{+s}', '/a%20b/%C3%BC'],
  ['/x{/n,s}', '/x/3/a%20b%2F%C3%BC'],
  ['/x{?n,on}', '/x?n=3&on=true'],
  ['/x?a=1{&n}', '/x?a=1&n=3'],
  ['/x{;n}', '/x;n=3'],
  ['/x{?n*,s:3}', '/x?n=3&s=a%20b'],
  ['/x{?missing,n}', '/x?n=3'],
  ['/x{?missing,object,empty}', '/x'],
  ['/{n}{?missing}', '/3'],
])('%s becomes %s', (template, expected) => {
  expect(expand(template, variables)).toBe(expected);
});

test.each([
  '/{missing}',
  '/x{/missing}',
  '/{n,missing}',
  '/{object}',
  '/{toString}',
  '/{empty}',
  '/{',
  '/{}',
  '/}{n}',
])('%s cannot be expanded', (template) => {
  expect(expand(template, variables)).toBeUndefined();
});
