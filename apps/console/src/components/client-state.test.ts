import { expect, test } from '@jest/globals';
import type { ConnectorClient } from '../api/connectors.js';
import { clientState } from './client-state.js';

const now = Date.parse('2026-11-23T12:00:00Z');
const client = {
  id: 'c',
  instance: { href: '' },
  connector: { href: '' },
  subject: { href: '' },
  mappings: [],
  status: 'STARTED',
  warnings: [],
  last_polled: '2026-11-23T11:59:55Z',
  next_poll: '2026-11-23T12:00:05Z',
} as ConnectorClient;
const since = '2026-11-23T11:00:00Z';
const removal = { since, things_left: 3, attempts: 0, next_attempt: null };

test.each<[Partial<ConnectorClient>, string, boolean]>([
  [{}, 'Connected', false],
  [{ status: 'STARTING' }, 'Starting', false],
  [{ status: 'STARTING', authorization: { href: '' } }, 'Waits for authorization', true],
  [{ status: 'ERROR' }, 'Error', true],
  [{ status: 'ERROR', paused: { since } }, 'Paused', false],
  [{ warnings: [{ code: 'no_values', detail: '' }] }, 'Warnings', true],
  [{ next_poll: '2026-11-23T11:58:00Z' }, 'Late', true],
  [{ removal }, 'Being removed', false],
  [
    { removal: { ...removal, last_error: { code: 'x', detail: '', at: since } } },
    'Removal failed',
    true,
  ],
])('a client with %j is %j', (members, label, needsAttention) => {
  expect(clientState({ ...client, ...members }, now)).toMatchObject({ label, needsAttention });
});
