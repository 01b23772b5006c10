import { describe, expect, test } from '@jest/globals';
import { Misconfigured, Unauthorized, type Entity } from '@trellis/connector-sdk';
import { reconcile, thingId, type KnownEntity } from './reconcile.js';

const client = '01920000-0000-7000-8000-000000000001';
const entity = (
  id: string,
  values: Record<string, unknown> = {},
  more: Partial<Entity> = {},
): Entity => ({
  id,
  title: id,
  types: [],
  properties: {},
  actions: {},
  events: {},
  values,
  available: true,
  ...more,
});
const found = (...entities: Entity[]) => ({ entities, complete: true, problems: [] });
const known = (...entities: Entity[]): KnownEntity[] =>
  reconcile(client, [], found(...entities)).changed.map(({ state: _state, ...rest }) => rest);
const ids = (entities: { entity: string }[]) => entities.map(({ entity }) => entity);

describe('what a poll changes', () => {
  test('is everything at the first poll', () => {
    const { changed, vanished } = reconcile(client, [], found(entity('a'), entity('b')));
    expect(ids(changed)).toEqual(['a', 'b']);
    expect(vanished).toEqual([]);
  });

  test('is nothing when everything is as it was, in whatever order', () => {
    const before = known(entity('a', { x: 1, y: 2 }), entity('b'));
    expect(reconcile(client, before, found(entity('b'), entity('a', { y: 2, x: 1 })))).toEqual({
      changed: [],
      rehandled: [],
      vanished: [],
      unobserved: [],
      warnings: [],
    });
  });

  test('is what has a new value', () => {
    const before = known(entity('a', { x: 1 }), entity('b'));
    const { changed } = reconcile(client, before, found(entity('a', { x: 2 }), entity('b')));
    expect(ids(changed)).toEqual(['a']);
  });

  test('is what the technology itself says is away', () => {
    const away = entity('a', {}, { available: false });
    const { changed } = reconcile(client, known(entity('a')), found(away));
    expect(changed).toMatchObject([{ entity: 'a', available: false }]);
  });

  test('is what has vanished, once', () => {
    const before = known(entity('a'), entity('b'));
    const { vanished } = reconcile(client, before, found(entity('a')));
    expect(ids(vanished)).toEqual(['b']);
    const noted = before.map((one) => (one.entity === 'b' ? { ...one, available: false } : one));
    expect(reconcile(client, noted, found(entity('a'))).vanished).toEqual([]);
  });

  test('is what has come back, under the id that it had', () => {
    const gone = known(entity('a')).map((one) => ({ ...one, available: false }));
    const { changed } = reconcile(client, gone, found(entity('a')));
    expect(changed).toMatchObject([{ entity: 'a', available: true, thing: thingId(client, 'a') }]);
  });

  test('is nothing of what is missing from a partial poll', () => {
    const before = known(entity('a'), entity('b'));
    const partial = { entities: [entity('a')], complete: false, problems: [] };
    const { vanished, unobserved } = reconcile(client, before, partial);
    expect([...vanished, ...unobserved]).toEqual([]);
  });

  describe('when problems keep devices from being found', () => {
    const refused = { device: 'b', failure: new Unauthorized('It refuses.') };
    const failed = { failure: new Misconfigured('A part failed.') };
    const partial = (...problems: (typeof refused | typeof failed)[]) => ({
      entities: [entity('a')],
      complete: false,
      problems,
    });
    const before = known(entity('a'), entity('b'), entity('c'));
    const problemsOf = (changes: ReturnType<typeof reconcile>) =>
      changes.unobserved.map((one) => [one.entity, one.problem, one.available]);

    test('is that these are not observed, each because of its own problem or that of a part', () => {
      const changes = reconcile(client, before, partial(failed, refused));
      expect(problemsOf(changes)).toEqual([
        ['b', 'authorization_required', false],
        ['c', 'misconfigured', false],
      ]);
      expect(changes.vanished).toEqual([]);
      expect(problemsOf(reconcile(client, before, partial(refused)))).toHaveLength(1);
    });

    test('is nothing as long as it stays so, and the devices once they are found or gone', () => {
      const { unobserved } = reconcile(client, before, partial(failed));
      const noted = [before[0]!, ...unobserved];
      expect(problemsOf(reconcile(client, noted, partial(failed)))).toEqual([]);
      const changes = reconcile(client, noted, found(entity('a'), entity('b')));
      expect(ids(changes.changed)).toEqual(['b']);
      expect(ids(changes.vanished)).toEqual(['c']);
    });

    test('is also what the technology itself says is away by then', () => {
      const away = entity('b', {}, { available: false });
      const noted = known(away).map((one) => ({ ...one, problem: 'unavailable' as const }));
      expect(ids(reconcile(client, noted, found(away)).changed)).toEqual(['b']);
    });
  });

  test('is whether a device has a value of anything that can be read', () => {
    const properties = { x: { type: 'integer' as const } };
    const hasValues = (before: KnownEntity[], now: Entity) => {
      const { changed, rehandled } = reconcile(client, before, found(now));
      return [...changed, ...rehandled].map((one) => one.hasValues);
    };
    const silent = entity('a', {}, { properties });
    expect(hasValues([], silent)).toEqual([false]);
    expect(hasValues([], entity('a'))).toEqual([true]);
    expect(hasValues(known(silent), silent)).toEqual([]);
    const reported = entity('a', { x: 1 }, { properties });
    expect(hasValues(known(silent), reported)).toEqual([true]);
    expect(hasValues(known(reported), Object.assign({ forgotten: [] }, silent))).toEqual([true]);
    expect(hasValues(known(reported), silent)).toEqual([false]);
  });

  test.each([[['a', 'a']], [[]]])('is the others, where one has the options %j', (options) => {
    const odd = entity('odd', {}, { properties: { mode: { type: 'string', enum: options } } });
    const { changed, warnings } = reconcile(client, [], found(odd, entity('b')));
    expect(ids(changed)).toEqual(['b']);
    expect(warnings).toMatchObject([{ connector_thing_id: 'odd' }]);
  });

  test('counts an entity that is listed twice once', () => {
    const twice = found(entity('a', { x: 1 }), entity('a', { x: 2 }));
    expect(reconcile(client, [], twice).changed).toMatchObject([
      { entity: 'a', state: { values: { x: 2 } } },
    ]);
  });

  test('is only the handle where nothing else has changed', () => {
    const { changed, rehandled } = reconcile(
      client,
      known(entity('a', {}, { handle: 'old' }), entity('b')),
      found(entity('a', {}, { handle: 'new' }), entity('b')),
    );
    expect(changed).toEqual([]);
    expect(rehandled).toMatchObject([{ entity: 'a', handle: 'new' }]);
  });
});

describe('an entity that cannot be a thing', () => {
  const circular: Record<string, unknown> = {};
  circular.itself = circular;

  test.each([
    ['a title that is too long', entity('odd', {}, { title: 'x'.repeat(257) })],
    ['an id that is too long', entity('x'.repeat(513))],
    ['a handle that is too long', entity('odd', {}, { handle: 'x'.repeat(1025) })],
    ['a value that is no JSON', entity('odd', { x: circular })],
    ['a number that is no JSON', entity('odd', { x: NaN })],
    ['a property that is none', entity('odd', {}, { properties: { x: { minimum: 2, enum: [] } } })],
  ])('because of %s is left out with a warning', (_reason, odd) => {
    const { changed, warnings } = reconcile(client, [], found(entity('a'), odd));
    expect(ids(changed)).toEqual(['a']);
    expect(warnings).toMatchObject([{ code: 'connector_failed', connector_thing_id: odd.id }]);
  });

  test('has not vanished', () => {
    const before = known(entity('a'));
    const { vanished } = reconcile(client, before, found(entity('a', {}, { title: '' })));
    expect(vanished).toEqual([]);
  });
});

test('the thing of an entity is always the same, and another for another client', () => {
  expect(thingId(client, 'a')).toBe(thingId(client, 'a'));
  expect(thingId(client, 'a')).not.toBe(thingId(client, 'b'));
  expect(thingId(client, 'a')).not.toBe(thingId('01920000-0000-7000-8000-000000000002', 'a'));
});
