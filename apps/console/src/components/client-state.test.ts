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

test.each<[Partial<ConnectorClient>, string, string]>([
  [{}, 'good', 'Connected'],
  [{ status: 'STARTING' }, 'wait', 'Starting'],
  [{ status: 'STARTING', authorization: { href: '' } }, 'wait', 'Waiting for authorization'],
  [{ status: 'ERROR' }, 'bad', 'Error'],
  [{ status: 'ERROR', paused: { since } }, 'calm', 'Paused'],
  [{ warnings: [{ code: 'no_values', detail: '' }] }, 'wait', 'Warnings'],
  [{ next_poll: '2026-11-23T11:58:00Z' }, 'wait', 'Late'],
  [{ removal }, 'wait', 'Being removed'],
  [
    { removal: { ...removal, last_error: { code: 'x', detail: '', at: since } } },
    'bad',
    'Removal failed',
  ],
])('a client with %j is %s: %s', (members, tone, label) => {
  expect(clientState({ ...client, ...members }, now)).toEqual({ tone, label });
});
