import { describe, expect, test } from '@jest/globals';
import { newHouse, part } from './fixtures.js';
import { placesOf } from './places.js';
import { shownOf } from './shown.js';
import { modelsOf } from './things.js';
import type { Device, Household, State } from './house.js';

const lamp = newHouse().devices[0]!;

/** A household of one device, with entities by their ids: state, attributes, entry in the registry. */
function household(
  entities: Record<string, { state?: string; attributes?: object; entry?: object }>,
  device: Partial<Device> = {},
): Household {
  const all = Object.entries(entities);
  return {
    ...{ isComplete: true, units: {} },
    devices: [{ ...lamp, id: 'device', name: 'Hall', ...device } as Device],
    entities: all.map(([id, { entry }]) => part(id, 'device', entry)),
    states: all.map(([entity_id, { state = 'on', attributes = {} }]) => ({
      ...{ entity_id, state, attributes: attributes as State['attributes'] },
    })),
  };
}

const everything = { include: [], exclude: [] };
const modelsIn = (given: Household) => modelsOf(shownOf(given, everything));
const thingIn = (given: Household) => modelsIn(given)[0]!.entity;

/** Which entity each name stands for, in writing. */
const meant = (given: Household) =>
  Object.fromEntries(
    [...modelsIn(given)[0]!.writes].map(([name, { call }]) => [name, call(true).entityId]),
  );

describe('the properties of a device', () => {
  test('are called as the integration calls them, and shown as the user does', () => {
    const { properties } = thingIn(
      household({
        'switch.a': { entry: { original_name: 'Left outlet', name: 'Radio' } },
        'switch.b': { entry: { original_name: 'Right outlet' } },
        'sensor.c': { attributes: { device_class: 'battery' }, entry: { original_name: null } },
      }),
    );
    expect(Object.entries(properties).map(([name, { title }]) => [name, title])).toEqual([
      ['battery', 'Battery'],
      ['left_outlet_on', 'Radio: On'],
      ['right_outlet_on', 'Right outlet: On'],
    ]);
  });

  test('do not repeat the name of the device', () => {
    const { properties } = thingIn(
      household({
        'switch.hall': { entry: { original_name: 'Hall' } },
        'sensor.hall_power': { entry: { original_name: 'Hall Power' } },
        'sensor.hallway': { entry: { original_name: 'Hallway' } },
      }),
    );
    expect(Object.entries(properties).map(([name, { title }]) => [name, title])).toEqual([
      ['on', 'On'],
      ['power', 'Power'],
      ['hallway', 'Hallway'],
    ]);
  });

  test('that want the same name are called like their entities, in whatever order they come', () => {
    const given = household({ 'switch.a': {}, 'light.a': {}, 'fan.b': {} });
    const expected = { switch_a_on: 'switch.a', light_a_on: 'light.a', fan_b_on: 'fan.b' };
    expect(meant(given)).toEqual(expected);
    const turned = { ...given, states: given.states.toReversed() };
    expect(meant(turned)).toEqual(expected);
    expect(thingIn(turned)).toEqual(thingIn(given));
  });

  test('keep their names when the user renames the device or an entity', () => {
    const entry = { original_name: 'Outlet' };
    const before = meant(household({ 'switch.a': { entry } }));
    const renamed = { entry: { ...entry, name: 'Heater' } };
    expect(meant(household({ 'switch.a': renamed }, { name_by_user: 'Attic' }))).toEqual(before);
  });

  test('are a few hundred at most', () => {
    const entities = Object.fromEntries(
      Array.from({ length: 3000 }, (_, n) => [`switch.a_${n}`, {}] as const),
    );
    expect(Object.keys(thingIn(household(entities)).properties)).toHaveLength(500);
  });
});

describe('a device', () => {
  test('is available as long as one of its entities is', () => {
    const away = { state: 'unavailable' };
    expect(thingIn(household({ 'switch.a': away, 'light.a': {} })).available).toBe(true);
    const gone = thingIn(household({ 'switch.a': away, 'light.a': away }));
    expect(gone).toMatchObject({ available: false, values: {} });
  });

  test('is called as the user calls it, and says who made it', () => {
    const one = household({ 'switch.a': {} }, { name_by_user: 'Attic', model: 'Plug S' });
    expect(thingIn(one)).toMatchObject({
      id: 'device',
      title: 'Attic',
      description: 'Acme Plug S',
    });
    const nameless = { name: null, manufacturer: null, model: null };
    const other = thingIn(household({ 'switch.a': {} }, nameless));
    expect(other.title).toBe('switch.a');
    expect(other).not.toHaveProperty('description');
  });

  test('that is disabled is left out with its entities, as are settings and diagnostics', () => {
    expect(modelsIn(household({ 'switch.a': {} }, { disabled_by: 'user' }))).toEqual([]);
    const { properties } = thingIn(
      household({
        'switch.a': {},
        'number.a': { entry: { entity_category: 'config' } },
        'sensor.a': { entry: { entity_category: 'diagnostic', original_name: 'Signal' } },
        'sensor.b': {
          attributes: { device_class: 'battery' },
          entry: { entity_category: 'diagnostic', original_name: 'Cell' },
        },
        'sensor.c': { entry: { hidden_by: 'user' } },
        'sensor.d': { entry: { disabled_by: 'integration' } },
      }),
    );
    expect(Object.keys(properties)).toEqual(['on', 'cell']);
  });
});

describe('an entity without a device', () => {
  const of = (entry: object | undefined, entity_id: string) => {
    const given = household({ [entity_id]: { attributes: { friendly_name: 'Porch' } } });
    const entities = entry ? [part(entity_id, null, entry)] : [];
    return modelsIn({ ...given, entities })[0]!;
  };

  test('keeps its id when it is renamed', () => {
    const [before, after] = ['switch.porch', 'switch.veranda'].map((id) => of({ id: 'abc' }, id));
    expect(before!.entity.id).toBe('abc');
    expect(after!.entity).toEqual(before!.entity);
  });

  test('that is in no registry has the id that it is called by', () => {
    expect(of(undefined, 'switch.porch').entity).toMatchObject({
      ...{ id: 'switch.porch', title: 'Porch', values: { on: true } },
    });
  });
});

describe('areas', () => {
  test('have the devices in them, else those whose entities are', () => {
    const areas = [{ area_id: 'hall', name: 'Hall', floor_id: 'gone' }];
    const placed = (device: Partial<Device>, area_id: string | null) =>
      placesOf(
        { areas, floors: [] },
        modelsIn(household({ 'switch.a': { entry: { area_id } } }, device)),
      );
    const hall = { id: 'hall', name: 'Hall', type: 'room' };
    expect(placed({ area_id: 'hall' }, null)).toEqual([{ ...hall, entities: ['device'] }]);
    expect(placed({ area_id: null }, 'hall')).toEqual([{ ...hall, entities: ['device'] }]);
    expect(placed({ area_id: 'elsewhere' }, null)).toEqual([{ ...hall, entities: [] }]);
  });
});
