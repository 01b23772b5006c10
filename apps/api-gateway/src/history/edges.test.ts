import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { canonicalZone, edgesOf, parseInterval } from './edges.js';

const berlin = 'Europe/Berlin';
const lordHowe = 'Australia/Lord_Howe';

/** Returns the local times of the edges from one to another. */
function edges(zone: string, interval: string, from: string, to: string): string[] {
  const [begin, end] = [from, to].map((time) => DateTime.fromISO(time, { zone }).toMillis());
  const divided = { from: begin!, to: end!, interval: parseInterval(interval)!, zone };
  return edgesOf(divided, 1_000).map((edge) =>
    DateTime.fromMillis(edge, { zone }).toFormat("MM-dd'T'HH:mm"),
  );
}

/** How long the intervals are (hours). */
function hours(zone: string, interval: string, from: string, to: string): number[] {
  const [begin, end] = [from, to].map((time) => DateTime.fromISO(time, { zone }).toMillis());
  const found = edgesOf(
    { from: begin!, to: end!, interval: parseInterval(interval)!, zone },
    1_000,
  );
  return found.slice(1).map((edge, index) => (edge - found[index]!) / 3_600_000);
}

test.each([
  [berlin, '2026-03-28', '2026-03-31', [24, 23, 24]],
  [berlin, '2026-10-24', '2026-10-27', [24, 25, 24]],
  [lordHowe, '2026-04-04', '2026-04-07', [24, 24.5, 24]],
  [lordHowe, '2026-10-03', '2026-10-06', [24, 23.5, 24]],
  // Where clocks are put forward at midnight, the day begins at one.
  ['Asia/Beirut', '2026-03-28', '2026-03-31', [24, 23, 24]],
])('days are as long as those of %s: %s', (zone, from, to, expected) => {
  expect(hours(zone, 'P1D', from, to)).toEqual(expected);
});

test('hours are hours, also of a day on which clocks change', () => {
  expect(hours(berlin, 'PT1H', '2026-03-29', '2026-03-30')).toEqual(new Array(23).fill(1));
  expect(hours(berlin, 'PT1H', '2026-10-25', '2026-10-26')).toEqual(new Array(25).fill(1));
  const inLordHowe = hours(lordHowe, 'PT1H', '2026-04-05', '2026-04-06');
  expect(inLordHowe).toEqual([...new Array<number>(24).fill(1), 0.5]);
});

test('intervals by the clock are counted from each midnight', () => {
  expect(edges(berlin, 'PT7H', '2026-05-01T03:00', '2026-05-02T08:00')).toEqual([
    '05-01T03:00',
    '05-01T07:00',
    '05-01T14:00',
    '05-01T21:00',
    '05-02T00:00',
    '05-02T07:00',
    '05-02T08:00',
  ]);
  expect(edges(berlin, 'PT24H', '2026-10-24', '2026-10-26')).toEqual([
    '10-24T00:00',
    '10-25T00:00',
    '10-25T23:00',
    '10-26T00:00',
  ]);
});

test('intervals by the calendar begin with its units', () => {
  expect(edges(berlin, 'P1W', '2026-10-21T12:00', '2026-11-03')).toEqual([
    '10-21T12:00',
    '10-26T00:00',
    '11-02T00:00',
    '11-03T00:00',
  ]);
  expect(edges(berlin, 'P1M', '2026-01-31', '2026-04-02')).toEqual([
    '01-31T00:00',
    '02-01T00:00',
    '03-01T00:00',
    '04-01T00:00',
    '04-02T00:00',
  ]);
  expect(edges('UTC', 'P1Y', '2025-06-01', '2026-06-01')).toEqual([
    '06-01T00:00',
    '01-01T00:00',
    '06-01T00:00',
  ]);
});

test.each([
  '',
  'P',
  'PT',
  'PT0S',
  'P0D',
  'P1DT1H',
  'PT25H',
  'PT1441M',
  'P1.5D',
  'PT1.5S',
  '-P1D',
  'P1000D',
  'pt1h',
  'PT1M1H',
  '1H',
  'P1S',
  'P99999999999Y',
])('%p is no interval', (text) => {
  expect(parseInterval(text)).toBeUndefined();
});

test('a zone is known by one name, however it is written', () => {
  expect(canonicalZone('eUROPE/bERLIN')).toBe(berlin);
  for (const text of ['', 'Mars/Olympus', '../etc', 'Europe/Berlin\u0000']) {
    expect(canonicalZone(text)).toBeUndefined();
  }
});

test('whatever is divided, edges ascend from the beginning to the end, and are bounded', () => {
  const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });
  const interval = fc.constantFrom('PT1S', 'PT15M', 'PT5H', 'PT24H', 'P1D', 'P3W', 'P1M', 'P7Y');
  const zone = fc.constantFrom(berlin, lordHowe, 'Asia/Beirut', 'Pacific/Apia', 'America/St_Johns');
  fc.assert(
    fc.property(instant, instant, interval, zone, (one, other, text, zone) => {
      fc.pre(one !== other);
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const found = edgesOf({ from, to, interval: parseInterval(text)!, zone }, 100);
      expect([found[0], found.at(-1)]).toEqual([from, to]);
      expect(found.length).toBeLessThanOrEqual(102);
      expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b));
    }),
  );
});
