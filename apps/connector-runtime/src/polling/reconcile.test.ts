import { describe, expect, test } from '@jest/globals';
import type { Entity } from '@trellis/connector-sdk';
import { reconcile, thingId, type KnownEntity } from './changes.js';

const client = '01920000-0000-7000-8000-000000000001';
const entity = (id: string, values: Record<string, unknown> = {}, more = {}): Entity => ({
  id,
  title: id,
  properties: {},
  values,
  ...more,
});
const known = (...entities: Entity[]): KnownEntity[] =>
  reconcile(client, [], { entities }).changed.map(({ state: _state, ...rest }) => rest);
const ids = (entities: { entity: string }[]) => entities.map(({ entity }) => entity);

describe('what a poll changes', () => {
  test('is everything at the first poll', () => {
    const { changed, vanished } = reconcile(client, [], { entities: [entity('a'), entity('b')] });
    expect(ids(changed)).toEqual(['a', 'b']);
    expect(vanished).toEqual([]);
  });

  test('is nothing when everything is as it was, in whatever order', () => {
    const before = known(entity('a', { x: 1, y: 2 }), entity('b'));
    const after = { entities: [entity('b'), entity('a', { y: 2, x: 1 })] };
    expect(reconcile(client, before, after)).toEqual({ changed: [], vanished: [] });
  });

  test('is what has a new value', () => {
    const before = known(entity('a', { x: 1 }), entity('b'));
    const { changed } = reconcile(client, before, {
      entities: [entity('a', { x: 2 }), entity('b')],
    });
    expect(ids(changed)).toEqual(['a']);
  });

  test('is what the technology itself says is away', () => {
    const { changed } = reconcile(client, known(entity('a')), {
      entities: [entity('a', {}, { available: false })],
    });
    expect(changed).toMatchObject([{ entity: 'a', available: false }]);
  });

  test('is what has vanished, once', () => {
    const before = known(entity('a'), entity('b'));
    const { vanished } = reconcile(client, before, { entities: [entity('a')] });
    expect(ids(vanished)).toEqual(['b']);
    const noted = before.map((one) => (one.entity === 'b' ? { ...one, available: false } : one));
    expect(reconcile(client, noted, { entities: [entity('a')] }).vanished).toEqual([]);
  });

  test('is what has come back, under the id that it had', () => {
    const gone = known(entity('a')).map((one) => ({ ...one, available: false }));
    const { changed } = reconcile(client, gone, { entities: [entity('a')] });
    expect(changed).toMatchObject([{ entity: 'a', available: true, thing: thingId(client, 'a') }]);
  });

  test('is nothing of what is missing from a partial poll', () => {
    const before = known(entity('a'), entity('b'));
    const { vanished } = reconcile(client, before, { entities: [entity('a')], complete: false });
    expect(vanished).toEqual([]);
  });

  test('counts an entity that is listed twice once', () => {
    const { changed } = reconcile(client, [], {
      entities: [entity('a', { x: 1 }), entity('a', { x: 2 })],
    });
    expect(changed).toMatchObject([{ entity: 'a', state: { values: { x: 2 } } }]);
  });
});

test('the thing of an entity is the same for ever, and another for another client', () => {
  expect(thingId(client, 'a')).toBe(thingId(client, 'a'));
  expect(thingId(client, 'a')).not.toBe(thingId(client, 'b'));
  expect(thingId(client, 'a')).not.toBe(thingId('01920000-0000-7000-8000-000000000002', 'a'));
});
