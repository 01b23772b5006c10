import { expect, test } from '@jest/globals';
import type { Quota } from '../api/account.js';
import type { Delivery } from '../api/callbacks.js';
import { accountWarnings } from './account-warnings.js';

const quota = (name: string, used: number | undefined, limit = 100) =>
  ({ name, counts: name, limit, ...(used === undefined ? { per: 'thing' } : { used }) }) as Quota;

const failed = { type: 'thing.changed', status: 'failed', attempts: 9 } as Delivery;

test('quotas are reported from 80 % on, the fullest first', () => {
  const quotas = [quota('units', 79), quota('things', 80), quota('connector_clients', 100)];
  expect(accountWarnings(quotas, undefined)).toMatchObject([
    { title: 'Quota of connector clients', state: 'Full', tone: 'bad', to: '/limits' },
    { title: 'Quota of things', state: '80% used', tone: 'wait', to: '/limits' },
  ]);
});

test('a quota without a count or with a limit of zero is not reported', () => {
  expect(accountWarnings([quota('properties', undefined), quota('apps', 0, 0)], undefined)).toEqual(
    [],
  );
});

test('a failed delivery is reported with its status, before the quotas', () => {
  const [first] = accountWarnings([quota('things', 99)], { ...failed, response_status: 500 });
  expect(first).toMatchObject({ state: 'Failed', to: '/callbacks' });
  expect(first!.note).toContain('thing.changed: Your app responded with status 500. Redeliver');
  const [unreached] = accountWarnings([], { ...failed, error: 'The connection was refused.' });
  expect(unreached!.note).toContain('thing.changed: The connection was refused. Redeliver');
});
