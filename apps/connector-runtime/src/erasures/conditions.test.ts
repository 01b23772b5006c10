import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { withoutErased } from './conditions.js';

const [erased, other] = [randomUUID(), randomUUID()];
const names = { subject: 'kai', resources: new Set([erased]) };

test.each([
  [{ subject: 'kai', capability: 'temperature' }],
  [{ client: erased }],
  [{ client: erased.toUpperCase() }],
  [{ in: erased }],
  [{ below: erased, type: 'lamp' }],
  [{ thing: erased }],
  [{ things: [erased] }],
  [{ things: [`urn:uuid:${erased}`] }],
  [{ search: 'of Kai' }],
  [{ search: 'kairo, kai' }],
  [{ error: `thing ${erased} is gone` }],
])('nothing is left of %j', (condition) => {
  expect(withoutErased(condition, names)).toBe('nothing');
});

test('things of others stay', () => {
  const condition = { things: [erased, other], type: 'lamp' };
  expect(withoutErased(condition, names)).toEqual({ things: [other], type: 'lamp' });
});

test.each([
  [{}],
  [{ subject: 'kai2' }],
  [{ things: [other] }],
  [{ in: other }],
  [{ type: 'kai' }],
  [{ search: 'kairo' }],
  [{ error: 'status 50' }],
])('%j does not change', (condition) => {
  expect(withoutErased(condition, names)).toBe('unchanged');
});
