import { expect, test } from '@jest/globals';
import type { Operation, RecordedRequest } from '../api/activity.js';
import { answerOf, countsText, dayText, partsOf, starterText, titleOf } from './texts.js';

const nameOf = (id: string) => (id === 'shop' ? 'Shop' : id);

const at = '2026-11-23T12:00:00Z';
const run = { at, duration_ms: 5, started_by: { type: 'schedule' } } as const;
const operation: Operation = {
  id: 'o',
  connector_type_id: 'test',
  kind: 'write',
  outcome: 'succeeded',
  count: 1,
  first: at,
  last: at,
  runs: [{ ...run, name: 'on' }],
  has_requests: false,
};

test('a single write is named after its property, several are not', () => {
  expect(titleOf(operation)).toBe('Write of “on”');
  expect(titleOf({ ...operation, count: 2 })).toBe('Write');
});

test.each([
  [{ found: 1, changed: 0, missing: 0 }, '1 device found, nothing changed'],
  [{ found: 3, changed: 2, missing: 1 }, '3 devices found, 2 changed, 1 missing'],
  [{}, ''],
])('the counts %j are %j', (counts, text) => {
  expect(countsText(counts)).toBe(text);
});

test.each([
  [{ type: 'schedule' as const }, 'Schedule'],
  [{ type: 'app' as const }, 'An app'],
  [{ type: 'app' as const, app: 'shop', batch: 'b' }, 'The app Shop, by a bulk command'],
  [{ type: 'end_user' as const, app: 'shop', subject: 'alice' }, 'End user alice in the app Shop'],
  [
    { type: 'app' as const, app: 'console', person: 'ada@x.example' },
    'ada@x.example in the console',
  ],
  [{ type: 'end_user' as const }, 'End user'],
  [{ type: 'vendor' as const }, 'Vendor'],
])('a run by %j was started by %j', (started_by, text) => {
  expect(starterText({ ...run, started_by }, nameOf)).toBe(text);
});

test.each<[Partial<RecordedRequest>, string, string]>([
  [{ status: 200 }, 'good', '200'],
  [{ status: 302 }, 'wait', '302'],
  [{ status: 404 }, 'bad', '404'],
  [{ error: 'refused' }, 'bad', 'Failed'],
  [{ protocol: 'websocket', method: 'CONNECT', status: 101 }, 'good', 'Connected'],
  [{ protocol: 'mqtt', method: 'CONNECT', status: 0 }, 'good', 'Accepted'],
  [{ protocol: 'mqtt', method: 'CONNECT', status: 5 }, 'bad', 'Refused: not authorized'],
  [{ protocol: 'mqtt', method: 'SUBSCRIBE', status: 1 }, 'good', 'Granted, QoS 1'],
  [{ protocol: 'mqtt', method: 'SUBSCRIBE', status: 128 }, 'bad', 'Refused: code 128'],
  [{ protocol: 'modbus', method: 'READ', status: 0 }, 'good', 'Answered'],
  [{ protocol: 'modbus', method: 'WRITE', status: 3 }, 'bad', 'Refused: exception 3'],
  [{ protocol: 'mqtt', method: 'PUBLISH' }, 'calm', 'Sent'],
  [{ protocol: 'mqtt', method: 'RECEIVE', received: { bytes: 2_048 } }, 'calm', '2.0 KB'],
])('the request %j ended %s: %s', (request, tone, text) => {
  const given = { at, protocol: 'http', method: 'GET', address: 'http://host/' } as const;
  expect(answerOf({ ...given, ...request })).toEqual({ tone, text });
});

test('the path of an address is told from its origin, and a topic is a path', () => {
  expect(partsOf('https://host:1/a?b')).toEqual({ origin: 'https://host:1', path: '/a?b' });
  expect(partsOf('home/lamp')).toEqual({ origin: '', path: 'home/lamp' });
});

test('days are named relative to today', () => {
  const now = new Date(2026, 10, 23, 0, 30).getTime();
  const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
  expect(dayText(ago(0), now)).toBe('Today');
  expect(dayText(ago(1), now)).toBe('Yesterday');
  expect(dayText(ago(49), now)).toMatch(/20|21/);
});
