import { expect, test } from '@jest/globals';
import { isAudited } from '../http/audit-entry.js';
import { currentName, formerName } from './former-names.js';
import { operations } from './index.js';

test('an operation is found by its present name and by the one that older entries have', () => {
  expect(currentName('post_api_v1_units')).toBe('createUnit');
  expect(currentName('createUnit')).toBe('createUnit');
  expect(currentName('register_app')).toBe('register_app');
  expect(currentName('constructor')).toBe('constructor');
  expect(formerName('createUnit')).toBe('post_api_v1_units');
  expect(formerName('register_app')).toBeUndefined();
});

test('each former name leads to an operation that leaves entries', () => {
  for (const { id, method, path } of operations.filter(isAudited)) {
    const former = `${method} ${path}`.replaceAll(/\W+/g, '_');
    expect([former, id]).toContain(currentName(former));
  }
});
