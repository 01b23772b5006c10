import { describe, expect, test } from '@jest/globals';
import { toReportedEvent } from './pending-reports.js';

const now = new Date('2026-11-23T01:00:00Z');
const rung = { device: 'bell', name: 'rung' };

describe('an event that was heard', () => {
  test('has an id of its own, and happened when it was heard', () => {
    const [one, other] = [toReportedEvent(rung, now)!, toReportedEvent(rung, now)!];
    expect(one).toEqual({ ...rung, id: expect.any(String), occurred: now.toISOString(), bytes: 0 });
    expect(one.id).not.toBe(other.id);
  });

  test.each<[string, Date | undefined, string]>([
    ['then', new Date('2026-11-22T01:00:00Z'), '2026-11-22T01:00:00.000Z'],
    ['later', new Date('2027-11-22T01:00:00Z'), now.toISOString()],
    ['before all time', new Date(-1), now.toISOString()],
    ['at no time', new Date(Number.NaN), now.toISOString()],
  ])('and that happened %s', (_when, at, occurred) => {
    expect(toReportedEvent({ ...rung, ...(at && { at }) }, now)).toMatchObject({ occurred });
  });

  test('carries JSON as it was, null included', () => {
    expect(toReportedEvent({ ...rung, data: { by: 'Zoë' } }, now)).toMatchObject({
      data: { by: 'Zoë' },
      bytes: 13,
    });
    expect(toReportedEvent({ ...rung, data: null }, now)).toMatchObject({ data: null });
  });

  const endless: { self?: unknown } = {};
  endless.self = endless;
  test.each<[string, object]>([
    ['no JSON', { data: 1n }],
    ['no end', { data: endless }],
    ['a function', { data: () => 1 }],
    ['more than it may', { data: 'x'.repeat(8_191) }],
    ['a name that nothing has', { name: 'a\u0000' }],
    ['a device that nothing is', { device: '\ud800' }],
  ])('is none with %s', (_what, odd) => {
    expect(toReportedEvent({ ...rung, ...odd }, now)).toBeUndefined();
  });
});
