import { describe, expect, test } from '@jest/globals';
import { homesData, homesOf } from '../homes.js';
import { propertiesOf, valuesOf } from '../testing/abilities.js';
import { ids, newState, type Json } from '../testing/state.js';
import { heatingDevices, homeStatus } from './heating.js';

const { homes, status } = newState();
const homesFrom = (given: unknown[]) => homesOf(homesData.parse({ homes: given }));
const [cottage, flat] = homesFrom(homes);

const devicesOf = (home = cottage!, of: unknown = status[home.id]) =>
  heatingDevices(home, homeStatus.parse({ home: of }));
const room = `room/${ids.cottage}/${ids.livingRoom}`;
const roomWith = (changed: Json) => {
  const { rooms, modules } = status[ids.cottage]!;
  const devices = devicesOf(cottage, { rooms: [{ ...rooms[0]!, ...changed }], modules });
  return devices.find(({ id }) => id === room)!;
};

describe('a home with a heating', () => {
  test('has itself, its heated rooms, thermostats and valves as devices', () => {
    expect(devicesOf().map((device) => [device.title, valuesOf(device)])).toEqual([
      ['Heating (Cottage)', { mode: 'schedule', schedule: 'Default' }],
      [
        'Living room (Cottage)',
        {
          temperature: 19.8,
          target_temperature: 20,
          target_mode: 'schedule',
          heating_power: 40,
          open_window: false,
        },
      ],
      ['Thermostat (Cottage)', { battery_state: 'high', battery_low: false, boiler_on: true }],
      ['Valve (Cottage)', { battery_state: 'low', battery_low: true }],
    ]);
    expect(devicesOf().filter(({ available }) => available === false)).toMatchObject([
      { id: ids.valve },
    ]);
  });

  test('may be controlled by a modulating thermostat', () => {
    expect(devicesOf(flat).map((device) => [device.title, valuesOf(device)])).toEqual([
      ['Heating (Flat)', { mode: 'away' }],
      ['Office (Flat)', { temperature: 17.5, target_temperature: 12, target_mode: 'away' }],
      ['Office (Flat)', { battery_state: 'full', battery_low: false, boiler_on: false }],
    ]);
  });

  test('offers the schedules of the heating, by name', () => {
    const [home] = devicesOf();
    expect(propertiesOf(home!).schedule!.enum).toEqual(['Default', 'Holidays']);
    expect(propertiesOf(devicesOf(flat)[0]!)).not.toHaveProperty('schedule');
  });

  test('keeps its shape while its relay is away', () => {
    const away = devicesOf(cottage, { id: ids.cottage });
    const shapes = (devices: typeof away) =>
      devices.map((device) => [
        device.id,
        device.title,
        propertiesOf(device),
        device.abilities.map(({ name }) => name),
      ]);
    expect(shapes(away)).toEqual(shapes(devicesOf()));
    expect(away.map(({ available }) => available ?? true)).toEqual([true, false, false, false]);
    expect(away.slice(1).map(valuesOf)).toEqual([{}, {}, {}]);
  });

  test('that has none is no device', () => {
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
    expect(valuesOf(roomWith(changed)).target_until).toBe(expected);
  });

  test.each([
    ['home', 'schedule'],
    ['manual', 'manual'],
    ['hg', 'hg'],
    ['a new one', undefined],
    [17, undefined],
  ])('in mode %s has the target for that: %s', (therm_setpoint_mode, expected) => {
    expect(valuesOf(roomWith({ therm_setpoint_mode })).target_mode).toBe(expected);
  });

  test('whose values are odd has the others', () => {
    const odd = roomWith({
      therm_measured_temperature: 'warm',
      heating_power_request: 400,
      open_window: 'no',
      reachable: 'perhaps',
    });
    expect(valuesOf(odd)).toEqual({ target_temperature: 20, target_mode: 'schedule' });
    expect(odd.available).toBe(true);
  });

  test('with a setpoint for cooling alone has that', () => {
    const cooling = roomWith({
      therm_setpoint_mode: undefined,
      therm_setpoint_temperature: undefined,
      cooling_setpoint_mode: 'hg',
      cooling_setpoint_temperature: 7,
    });
    expect(valuesOf(cooling)).toMatchObject({ target_temperature: 7, target_mode: 'hg' });
  });

  test('with an air conditioner is set by its state, which needs no valve', () => {
    const office = { id: ids.office, name: 'Office' };
    const control = { id: 'c', type: 'NAC', name: 'Air', room_id: office.id };
    const [home] = homesFrom([
      { id: 'h', temperature_control_mode: 'cooling', rooms: [office], modules: [control] },
    ]);
    const found = devicesOf(home, {
      rooms: [{ ...office, cooling_setpoint_mode: 'manual', cooling_setpoint_temperature: 24 }],
      modules: [{ ...control, battery_state: 'high', reachable: true }],
    });
    expect(found.map((device) => [device.title, valuesOf(device)])).toEqual([
      ['Heating (Home)', {}],
      ['Office (Home)', { target_temperature: 24, target_mode: 'manual' }],
      ['Air (Home)', { battery_state: 'high', battery_low: false }],
    ]);
    const target = found[1]!.abilities.find(({ name }) => name === 'target_temperature')!;
    expect('write' in target && target.write?.(23 as never)).toEqual({
      path: 'setstate',
      json: {
        home: {
          id: 'h',
          rooms: [
            { id: office.id, cooling_setpoint_mode: 'manual', cooling_setpoint_temperature: 23 },
          ],
        },
      },
    });
  });

  test('with a wired thermostat is available, and alone has values', () => {
    const hall = { id: ids.office, name: 'Hall' };
    const modules = [{ id: 't', type: 'BNTH', room_id: hall.id }];
    const [home] = homesFrom([{ id: 'h', therm_mode: 'schedule', rooms: [hall], modules }]);
    const rooms = [{ ...hall, reachable: false, therm_setpoint_temperature: 20 }];
    const found = devicesOf(home, { rooms, modules });
    expect(found.map((device) => [device.title, valuesOf(device), device.available])).toEqual([
      ['Heating (Home)', { mode: 'schedule' }, undefined],
      ['Hall (Home)', { target_temperature: 20 }, true],
    ]);
  });

  test('that is out of reach is not available', () => {
    expect(roomWith({ reachable: false }).available).toBe(false);
  });
});

describe('in what it does not understand', () => {
  test.each([[null], ['text'], [17], [{}], [{ id: 'a/b' }], [{ id: 'x'.repeat(600) }], [[]]])(
    'it counts %j, and ignores nothing else',
    (odd) => {
      const given = homes.map((home) => ({
        ...home,
        ...(Array.isArray(home.rooms) && { rooms: [odd, ...home.rooms] }),
        ...(Array.isArray(home.modules) && { modules: [odd, ...home.modules] }),
        ...(home.schedules && { schedules: [odd, ...home.schedules] }),
      }));
      const found = homesFrom([odd, ...given]);
      const counted = homes.map(({ modules }) => (Array.isArray(modules) ? 1 : 0));
      expect(found).toEqual(
        homesFrom(homes).map((home, index) => ({ ...home, malformed: counted[index] })),
      );
      const { rooms, modules } = status[ids.cottage]!;
      const odder = { rooms: [odd, ...rooms], modules: [odd, ...modules] };
      expect(devicesOf(found[0], odder).map(valuesOf)).toEqual(devicesOf().map(valuesOf));
    },
  );

  test('it refuses a response of another shape', () => {
    for (const body of [{}, { homes: 17 }, [], null]) {
      expect(homesData.safeParse(body).success).toBe(false);
    }
    for (const body of [{}, { home: [] }, { home: 'mine' }, null]) {
      expect(homeStatus.safeParse(body).success).toBe(false);
    }
  });

  test('it accepts very many modules', () => {
    const many = Array.from({ length: 20_000 }, (_, number) => ({
      id: `m${number}`,
      type: 'NRV',
      room_id: `r${number}`,
      name: 'Valve',
    }));
    const rooms = many.map(({ room_id }) => ({ id: room_id, name: 'Room' }));
    const [home] = homesFrom([{ id: 'h', name: 'Big', rooms, modules: many }]);
    expect(devicesOf(home, { rooms, modules: many })).toHaveLength(40_001);
  });
});
