import { describe, expect, test } from '@jest/globals';
import { energyEntities, homeStatus } from './energy.js';
import { ids, newState, type Json } from './fixtures.js';
import { homesData, homesOf } from './homes.js';

const { homes, status } = newState();
const homesFrom = (given: unknown[]) => homesOf(homesData.parse({ homes: given }));
const [cottage, flat] = homesFrom(homes);

const entitiesOf = (home = cottage!, of: unknown = status[home.id]) =>
  energyEntities(home, homeStatus.parse({ home: of }));
const room = `room/${ids.cottage}/${ids.livingRoom}`;
const roomWith = (changed: Json) => {
  const { rooms, modules } = status[ids.cottage]!;
  const entities = entitiesOf(cottage, { rooms: [{ ...rooms[0]!, ...changed }], modules });
  return entities.find(({ id }) => id === room)!;
};

describe('a home with a heating', () => {
  test('gives itself, its heated rooms, thermostats and valves', () => {
    expect(entitiesOf().map(({ title, values }) => [title, values])).toEqual([
      ['Heating (Cottage)', { mode: 'schedule', schedule: 'Default' }],
      [
        'Living room (Cottage)',
        {
          ...{ temperature: 19.8, target_temperature: 20, target_mode: 'schedule' },
          ...{ heating_power: 40, open_window: false },
        },
      ],
      ['Thermostat (Cottage)', { battery_state: 'high', boiler_on: true }],
      ['Valve (Cottage)', { battery_state: 'low' }],
    ]);
    expect(entitiesOf().filter(({ available }) => available === false)).toMatchObject([
      { id: ids.valve },
    ]);
  });

  test('may be led by a modulating thermostat', () => {
    expect(entitiesOf(flat).map(({ title, values }) => [title, values])).toEqual([
      ['Heating (Flat)', { mode: 'away' }],
      ['Office (Flat)', { temperature: 17.5, target_temperature: 12, target_mode: 'away' }],
      ['Office (Flat)', { battery_state: 'full', boiler_on: false }],
    ]);
  });

  test('offers the schedules of the heating, by name', () => {
    const [home] = entitiesOf();
    expect(home!.properties.schedule!.enum).toEqual(['Default', 'Holidays']);
    expect(entitiesOf(flat)[0]!.properties).not.toHaveProperty('schedule');
  });

  test('keeps its shape while its relay is away', () => {
    const away = entitiesOf(cottage, { id: ids.cottage });
    const shapes = (entities: typeof away) =>
      entities.map(({ id, title, properties, actions }) => ({ id, title, properties, actions }));
    expect(shapes(away)).toEqual(shapes(entitiesOf()));
    expect(away.map(({ available }) => available ?? true)).toEqual([true, false, false, false]);
    expect(away.slice(1).map(({ values }) => values)).toEqual([{}, {}, {}]);
  });

  test('that has none is no thing', () => {
    const [, , without] = homesFrom(homes);
    expect(without).toMatchObject({ name: 'Home', heaters: [] });
  });
});

describe('a room', () => {
  test.each([
    ['an end', { therm_setpoint_end_time: 1_790_000_000 }, '2026-09-21T14:13:20.000Z'],
    ['no end', { therm_setpoint_end_time: 0 }, undefined],
    ['null for an end', { therm_setpoint_end_time: null }, undefined],
  ])('has %s of its target', (_what, changed, expected) => {
    expect(roomWith(changed).values.target_until).toBe(expected);
  });

  test.each([
    ['home', 'schedule'],
    ['manual', 'manual'],
    ['hg', 'hg'],
    ['a new one', undefined],
    [17, undefined],
  ])('in mode %s has the target for that: %s', (therm_setpoint_mode, expected) => {
    expect(roomWith({ therm_setpoint_mode }).values.target_mode).toBe(expected);
  });

  test('whose values are odd has the others', () => {
    const { values, available } = roomWith({
      ...{ therm_measured_temperature: 'warm', heating_power_request: 400, open_window: 'no' },
      reachable: 'perhaps',
    });
    expect(values).toEqual({ target_temperature: 20, target_mode: 'schedule' });
    expect(available).toBe(true);
  });

  test('that is out of reach is not available', () => {
    expect(roomWith({ reachable: false }).available).toBe(false);
  });
});

describe('of what it does not understand', () => {
  test.each([[null], ['text'], [17], [{}], [{ id: 'a/b' }], [{ id: 'x'.repeat(600) }], [[]]])(
    'it leaves out %j, and nothing else',
    (odd) => {
      const given = homes.map((home) => ({
        ...home,
        ...(Array.isArray(home.rooms) && { rooms: [odd, ...home.rooms] }),
        ...(Array.isArray(home.modules) && { modules: [odd, ...home.modules] }),
        ...(home.schedules && { schedules: [odd, ...home.schedules] }),
      }));
      const found = homesFrom([odd, ...given]);
      expect(found).toEqual(homesFrom(homes));
      const { rooms, modules } = status[ids.cottage]!;
      const odder = { rooms: [odd, ...rooms], modules: [odd, ...modules] };
      expect(entitiesOf(found[0], odder)).toEqual(entitiesOf());
    },
  );

  test('it takes no answer of another shape', () => {
    for (const body of [{}, { homes: 17 }, [], null]) {
      expect(homesData.safeParse(body).success).toBe(false);
    }
    for (const body of [{}, { home: [] }, { home: 'mine' }, null]) {
      expect(homeStatus.safeParse(body).success).toBe(false);
    }
  });

  test('it bears very many modules', () => {
    const many = Array.from({ length: 20_000 }, (_, number) => ({
      ...{ id: `m${number}`, type: 'NRV', room_id: `r${number}`, name: 'Valve' },
    }));
    const rooms = many.map(({ room_id }) => ({ id: room_id, name: 'Room' }));
    const began = performance.now();
    const [home] = homesFrom([{ id: 'h', name: 'Big', rooms, modules: many }]);
    expect(entitiesOf(home, { rooms, modules: many })).toHaveLength(40_001);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
