import { describe, expect, test } from '@jest/globals';
import { combineParts, switchable, withKeys, type Entity } from '@trellis/connector-sdk';
import { toEntity } from '@trellis/connector-sdk/testing';
import { merge, PendingReports, type ReportedEvent } from './pending-reports.js';

const sensor = (values: Record<string, unknown>, forgotten?: string[]): Entity => ({
  id: 'sensor',
  title: 'Sensor',
  types: [],
  properties: { temperature: { type: 'number' }, humidity: { type: 'number' } },
  actions: {},
  events: {},
  values,
  available: true,
  ...(forgotten && { forgotten }),
});

const pressed = (data: number): ReportedEvent => ({
  id: String(data),
  device: 'button',
  name: 'pressed',
  data,
  occurred: '2026-11-23T01:00:00.000Z',
  bytes: 1,
});

describe('two reports of a device', () => {
  test.each([
    ['both tell changes', sensor({ temperature: 1 }, []), sensor({ humidity: 2 }, [])],
    ['the first one is complete', sensor({ temperature: 1 }), sensor({ humidity: 2 }, [])],
  ])('have the values of both where %s', (_where, first, second) => {
    const { values, forgotten } = merge(first, second);
    expect(values).toEqual({ temperature: 1, humidity: 2 });
    expect(forgotten).toEqual(first.forgotten);
  });

  test('have the values of the second alone where that is complete', () => {
    const { values, forgotten } = merge(sensor({ temperature: 1 }, []), sensor({ humidity: 2 }));
    expect(values).toEqual({ humidity: 2 });
    expect(forgotten).toBeUndefined();
  });

  test('have the later value, and lack what is forgotten later', () => {
    const first = sensor({ temperature: 1, humidity: 2 }, []);
    const second = merge(first, sensor({ temperature: 3 }, ['humidity']));
    expect(second).toMatchObject({ values: { temperature: 3 }, forgotten: ['humidity'] });
    const third = merge(second, sensor({ humidity: 4 }, []));
    expect(third).toMatchObject({ values: { temperature: 3, humidity: 4 }, forgotten: [] });
  });

  test('have the values of the parts that have them, although a part that joins changes names', () => {
    const board = (on: Record<string, boolean | undefined>, forgotten: string[] = []) =>
      toEntity({
        id: 'board',
        title: 'Board',
        forgotten,
        abilities: combineParts(
          Object.entries(on).map(([part, value]) => ({
            abilities: withKeys(part, [switchable.on({ write: String, value })]),
          })),
        ),
      });
    const before = board({ b: true, c: undefined, gone: true }, ['on_2']);
    const after = board({ a: false, b: undefined, c: undefined });
    expect(merge(before, after)).toMatchObject({
      values: { on_1: false, on_2: true },
      forgotten: ['on_3'],
    });
  });
});

describe('what is pending', () => {
  test('is a device once, however often it speaks', () => {
    const pending = new PendingReports();
    for (let n = 0; n < 1_000; n += 1) {
      pending.add({ entities: [sensor({ temperature: n }, [])], gone: [] });
    }
    const { entities } = pending.take();
    expect(entities).toHaveLength(1);
    expect(entities[0]!.values).toEqual({ temperature: 999 });
    expect(pending.isEmpty).toBe(true);
  });

  test('is the last of a device that goes and comes back', () => {
    const pending = new PendingReports();
    pending.add({ entities: [sensor({ temperature: 1 }, [])], gone: [] });
    pending.add({ entities: [], gone: ['sensor'] });
    expect(pending.take()).toEqual({ entities: [], gone: ['sensor'] });
    pending.add({ entities: [], gone: ['sensor'] });
    pending.add({ entities: [sensor({ temperature: 2 })], gone: [] });
    expect(pending.take()).toMatchObject({
      entities: [{ values: { temperature: 2 } }],
      gone: [],
    });
  });

  test('is all that is there, with what has come and without what has gone since', () => {
    const pending = new PendingReports();
    pending.add({ entities: [], gone: [], all: ['lamp', 'plug'] });
    pending.add({ entities: [sensor({}, [])], gone: ['plug'] });
    expect(pending.take().all).toEqual(['lamp', 'sensor']);
    expect(pending.isEmpty).toBe(true);
  });

  test('is every event, in its order, before those that have happened since', () => {
    const pending = new PendingReports();
    pending.add({ entities: [], gone: [], events: [pressed(1), pressed(2)] });
    const taken = pending.take();
    pending.add({ entities: [], gone: [], events: [pressed(3)] });
    expect(pending.putBack(taken)).toEqual([]);
    expect(pending.take().events!.map(({ data }) => data)).toEqual([1, 2, 3]);
    expect(pending.isEmpty).toBe(true);
  });

  test.each([
    ['events', 1_000, 10],
    ['bytes', 32, 8_192],
  ])('has room for so many %s alone, and the first of them', (_what, most, bytes) => {
    const pending = new PendingReports();
    const events = Array.from({ length: most + 1 }, (_, n) => ({ ...pressed(n), bytes }));
    expect(pending.add({ entities: [], gone: [], events })).toEqual(events.slice(-1));
    expect(pending.take().events).toEqual(events.slice(0, -1));
    expect(pending.add({ entities: [], gone: [], events: [pressed(0)] })).toEqual([]);
  });

  test('is older than what was heard while it could not be stored', () => {
    const pending = new PendingReports();
    pending.add({ entities: [sensor({ temperature: 1, humidity: 1 }, [])], gone: [] });
    const taken = pending.take();
    pending.add({ entities: [sensor({ temperature: 2 }, [])], gone: [] });
    pending.putBack(taken);
    expect(pending.take().entities[0]!.values).toEqual({ temperature: 2, humidity: 1 });
  });
});
