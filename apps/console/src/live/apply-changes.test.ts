import { expect, test } from '@jest/globals';
import type { Change } from '@trellis/client';
import { staleAfter } from './apply-changes.js';

const change = (kind: Change['kind'], id: string, more: Partial<Change> = {}): Change => ({
  id: '1',
  time: '2026-11-23T12:00:00Z',
  kind,
  resource: { id, href: `http://localhost/${id}` },
  ...more,
});

test('a link invalidates both units', () => {
  const parent = { id: 'p', href: 'http://localhost/p' };
  expect([...staleAfter([change('unit_linked', 'u', { parent })])]).toEqual([
    'unit/u',
    'unit/p',
    'units',
    'children',
    'picture',
  ]);
});

test('a renamed unit invalidates the lists that may show its name', () => {
  expect([...staleAfter([change('unit_updated', 'u')])]).toEqual([
    'unit/u',
    'units',
    'children',
    'picture',
  ]);
});

test('a deleted client invalidates the lists', () => {
  expect([...staleAfter([change('client_deleted', 'c')])]).toEqual([
    'clients',
    'instances',
    'client/c',
    'limits',
  ]);
});
