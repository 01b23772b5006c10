import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { floodLimits } from '../listening/floods.js';
import { createHookFloods, maxEventsPerRequest, acceptEvents } from './receive.js';

const now = new Date('2026-11-23T00:00:00Z');
const later = new Date(now.getTime() + 2 * floodLimits.windowMs);
const blinks = (count: number, device = 'lamp') =>
  Array.from({ length: count }, (_each, data) => ({ device, name: 'blinked', data }));

test('of one request the first hundred events are taken', () => {
  const report = { client: randomUUID(), id: undefined, events: blinks(10_000) };
  const { events, flooding } = acceptEvents(createHookFloods(), report, now);
  expect(events.map(({ data }) => data)).toEqual(
    Array.from({ length: maxEventsPerRequest }, (_each, index) => index),
  );
  expect(flooding).toBe(10_000 - maxEventsPerRequest);
});

test('of a device that tells too many events no more are taken, until it keeps to the limit', () => {
  const floods = createHookFloods();
  const [client, other] = [randomUUID(), randomUUID()];
  const take = (of: string, device: string, at = now) => {
    const events = blinks(maxEventsPerRequest, device);
    return acceptEvents(floods, { client: of, id: undefined, events }, at).events.length;
  };
  const takenInTurn = Array.from({ length: 5 }, () => take(client, 'lamp'));
  expect(takenInTurn).toEqual([100, 100, 100, 0, 0]);
  expect([take(client, 'bell'), take(other, 'lamp')]).toEqual([100, 100]);
  expect(take(client, 'lamp', later)).toBe(100);
});

test('an event that no thing could have is dropped', () => {
  const report = { client: randomUUID(), id: 'one', events: [{ device: 'lamp', name: '\u0000' }] };
  expect(acceptEvents(createHookFloods(), report, now)).toEqual({
    events: [],
    flooding: 0,
    invalid: 1,
  });
});

test('what is report again with its id has the same ids, and others have other ones', () => {
  const client = randomUUID();
  const idsOf = (id: string | undefined, of = client) => {
    const report = { client: of, id, events: blinks(2) };
    return acceptEvents(createHookFloods(), report, now).events.map((event) => event.id);
  };
  const ids = idsOf('one');
  expect(idsOf('one')).toEqual(ids);
  const all = [ids, idsOf('two'), idsOf('\ud800'), idsOf('one', randomUUID()), idsOf(undefined)];
  expect(new Set([...all, idsOf(undefined)].flat()).size).toBe(12);
});
