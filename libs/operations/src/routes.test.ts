import { describe, expect, test } from '@jest/globals';
import type { Operation } from './operation.js';
import { createRoutes } from './routes.js';

const row = (method: Operation['method'], path: string) => ({ method, path }) as Operation;

const routeOf = createRoutes([
  row('post', '/doors'),
  row('get', '/doors'),
  row('get', '/doors/:id'),
  row('get', '/doors/all'),
  row('put', '/doors/:id/locks/:name'),
]);

describe('the route of a target', () => {
  test.each([
    ['/doors', {}],
    ['/doors/', {}],
    ['/doors?a=1', {}],
    ['/doors/all', {}],
    ['/doors/5', { id: '5' }],
    ['http://trellis.test/doors/5', { id: '5' }],
    ['/doors/5/locks/a%2Fb', { id: '5', name: 'a/b' }],
    ['/doors/5/locks/100%25', { id: '5', name: '100%' }],
    ['/doors/5/locks/%252F', { id: '5', name: '%2F' }],
    ['/doors/5/locks/Zo%C3%AB%20%26%20co%3F%23;+', { id: '5', name: 'Zoë & co?#;+' }],
    [`/doors/${'x'.repeat(4_000)}`, { id: 'x'.repeat(4_000) }],
  ])('%s has its parameters decoded', (target, params) => {
    expect({ ...routeOf(target)?.params }).toEqual(params);
  });

  test.each([
    '/',
    '/Doors',
    '/doors//',
    '/doors//locks/a',
    '/doors/5/locks',
    '/doors/5/locks/a/b',
    '/doors/%zz',
    '/doors/%E0%A4%A',
    '/doors/%',
  ])('%s is unknown', (target) => {
    expect(routeOf(target)).toBeUndefined();
  });

  test('has its query, in which a repeated parameter is a list', () => {
    expect({ ...routeOf('/doors?a=1&b=%26&b=')?.query }).toEqual({ a: '1', b: ['&', ''] });
  });

  test('knows its methods', () => {
    const route = routeOf('/doors')!;
    expect(route.allow).toEqual(['POST', 'GET', 'HEAD']);
    expect(route.operationOf('HEAD')).toBe(route.operationOf('GET'));
    expect(route.operationOf('DELETE')).toBeUndefined();
  });
});
