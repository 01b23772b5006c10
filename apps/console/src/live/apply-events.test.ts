import { describe, expect, test } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import type { EventData, TrellisEvent } from '@trellis/client';
import type { Thing } from '../api/things.js';
import { applyEffects, effectsOf } from './apply-events.js';

const thing = { href: 'http://localhost/api/v1/things/t1' };
const changed = (name: string, value: unknown): TrellisEvent => ({
  id: '1',
  type: 'property_changed',
  data: {
    id: 't1',
    time: '2026-11-23T12:00:00Z',
    thing,
    property: { href: `${thing.href}/properties/${name}`, name },
    value,
  },
});

/** The availability of the lamp. */
const availability = { state: 'available' } as const;

const requested = '2026-11-23T12:00:00Z';
const targetChanged = (
  name: string,
  status: EventData['target_changed']['target']['status'],
): TrellisEvent => ({
  id: '1',
  type: 'target_changed',
  data: {
    id: 't1',
    thing,
    property: { href: `${thing.href}/properties/${name}`, name },
    target: { value: true, requested, status },
  },
});

describe('events', () => {
  test('update the values of a thing, and of lists', () => {
    const queries = new QueryClient();
    const lamp = { id: 't1', properties: { on: { value: false } }, availability };
    queries.setQueryData(['thing', 't1'], lamp);
    const item = { id: 't1', values: { on: false, level: 3 } };
    const other = { id: 't2', values: { on: false } };
    queries.setQueryData(['things', {}], { pages: [{ items: [item, other] }], pageParams: [] });
    applyEffects(queries, effectsOf([changed('on', false), changed('on', true)]));
    expect(queries.getQueryData(['thing', 't1'])).toEqual({
      ...lamp,
      properties: { on: { value: true, changed: '2026-11-23T12:00:00Z' } },
    });
    expect(queries.getQueryData(['things', {}])).toMatchObject({
      pages: [{ items: [{ id: 't1', values: { on: true, level: 3 } }, other] }],
    });
  });

  test('show a target beside the value until it ends', () => {
    const queries = new QueryClient();
    const lamp = { id: 't1', properties: { on: { value: false } }, availability };
    queries.setQueryData(['thing', 't1'], lamp);
    const item = { id: 't1', values: { on: false } };
    queries.setQueryData(['things', {}], { pages: [{ items: [item] }], pageParams: [] });
    const shown = () => [
      queries.getQueryData<Thing>(['thing', 't1'])!.properties.on,
      queries.getQueryData<{ pages: [{ items: [object] }] }>(['things', {}])!.pages[0].items[0],
    ];
    for (const status of ['queued', 'pending', 'unconfirmed'] as const) {
      applyEffects(queries, effectsOf([targetChanged('on', status)]));
      const target = { value: true, requested, status };
      expect(shown()).toEqual([
        { value: false, target },
        { ...item, targets: { on: target } },
      ]);
    }
    for (const status of ['confirmed', 'withdrawn'] as const) {
      applyEffects(queries, effectsOf([targetChanged('on', 'pending')]));
      applyEffects(queries, effectsOf([targetChanged('on', status)]));
      expect(shown()).toEqual([{ value: false }, { ...item, targets: {} }]);
    }
  });

  test('show a thing as available, and read again what it is otherwise', () => {
    const updated = (available: boolean): TrellisEvent => ({
      id: '1',
      type: 'thing_updated',
      data: { id: 't1', thing, available },
    });
    const queries = new QueryClient();
    const item = { id: 't1', values: {}, availability: { state: 'unknown' } };
    queries.setQueryData(['things', {}], { pages: [{ items: [item] }], pageParams: [] });
    applyEffects(queries, effectsOf([updated(true)]));
    expect(queries.getQueryData(['things', {}])).toMatchObject({
      pages: [{ items: [{ availability }] }],
    });
    expect(queries.getQueryState(['things', {}])?.isInvalidated).toBe(false);
    applyEffects(queries, effectsOf([updated(false)]));
    expect(queries.getQueryState(['things', {}])?.isInvalidated).toBe(true);
  });

  test('of an unknown property change nothing', () => {
    const queries = new QueryClient();
    const lamp = { id: 't1', properties: {}, availability };
    queries.setQueryData(['thing', 't1'], lamp);
    applyEffects(queries, effectsOf([changed('on', true)]));
    expect(queries.getQueryData(['thing', 't1'])).toEqual(lamp);
  });

  test('of things are stored, up to a limit', () => {
    const queries = new QueryClient();
    const pressed = (number: number): TrellisEvent => ({
      id: String(number),
      type: 'thing_event',
      data: {
        id: 't1',
        thing,
        event: { href: `${thing.href}/events/pressed`, name: 'pressed' },
        data: number,
        occurred_at: '2026-11-23T12:00:00Z',
      },
    });
    applyEffects(queries, effectsOf([pressed(0)]));
    applyEffects(queries, effectsOf(Array.from({ length: 50 }, (_, index) => pressed(index + 1))));
    const stored = queries.getQueryData<{ data: number }[]>(['thing events', 't1'])!;
    expect(stored.map(({ data }) => data)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  });

  test('that were missed invalidate everything', () => {
    expect([...effectsOf([{ id: '', type: 'reset', data: {} }]).stale]).toEqual(['']);
    const queries = new QueryClient();
    queries.setQueryData(['limits'], []);
    applyEffects(queries, effectsOf([{ id: '', type: 'reset', data: {} }]));
    expect(queries.getQueryState(['limits'])?.isInvalidated).toBe(true);
  });

  test('of a client invalidate it and its things', () => {
    const data = { id: 'c1', client: { href: 'http://localhost/c1' }, status: 'ERROR' as const };
    const { stale } = effectsOf([{ id: '2', type: 'client_status_changed', data }]);
    expect([...stale]).toEqual(['clients', 'things', 'thing', 'client/c1']);
  });
});
