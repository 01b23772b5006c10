import { describe, expect, test } from '@jest/globals';
import { DeviceUnavailable, Rejected } from '@trellis/connector-sdk';
import { netatmoInTest } from '../testing/in-test.js';
import type { Json } from '../testing/state.js';
import { addVilla, villa, villaIds } from '../testing/villa.js';

const netatmo = netatmoInTest();
const { invoke } = netatmo;

const pollVilla = async (change: (status: Json[]) => void = () => undefined) => {
  const { state } = netatmo.peer();
  if (!state.status[villa]) addVilla(state);
  change(state.status[villa]!.modules);
  return netatmo.poll();
};
const write = (device: string, property: string, value: unknown) =>
  netatmo.write(device, property, value);
const moduleOf = (id: string) =>
  netatmo.peer().state.status[villa]!.modules.find((one) => one.id === id)!;

describe('a home with Legrand, Smarther and Bubendorff', () => {
  test('shows what each module measures and does', async () => {
    const { entities, complete } = await pollVilla();
    const shown = entities.filter(({ title }) => title.endsWith('(Villa)'));
    expect(complete).toBe(true);
    expect(shown.map(({ title, types, values }) => [title, types[0], values])).toEqual([
      ['Heating (Villa)', undefined, { mode: 'schedule' }],
      [
        'Hall (Villa)',
        'TemperatureSensor',
        { temperature: 22, target_temperature: 21.5, target_mode: 'schedule', humidity: 67 },
      ],
      ['Smarther (Villa)', undefined, { boiler_on: true, cooler_on: false }],
      ['Porch (Villa)', 'Light', { on: false, power: 0 }],
      ['Dining table (Villa)', 'Light', { on: true, brightness: 63, power: 12 }],
      ['Fridge (Villa)', 'SmartPlug', { on: true, power: 87 }],
      ['Standard lamp (Villa)', 'Light', { on: false, power: 0 }],
      ['Boiler (Villa)', 'OnOffSwitch', { on: true, power: 1950 }],
      ['Mains (Villa)', 'EnergyMonitor', { power: 2476 }],
      ['Bedside (Villa)', 'PowerSource', { battery_state: 'medium', battery_low: false }],
      ['Ventilation (Villa)', 's4bldg:Fan', { speed: 50, power: 11 }],
      ['Stairs left (Villa)', 'Light', { on: true, power: 5 }],
      ['Stairs right (Villa)', 'Light', { on: false, power: 0 }],
      ['Terrace (Villa)', 's4bldg:ShadingDevice', { position: 40, cover_state: 'open' }],
      ['Attic (Villa)', 's4bldg:ShadingDevice', {}],
    ]);
  });

  test('has its modules in its rooms', async () => {
    const { rooms } = await pollVilla();
    expect(rooms!.find(({ name }) => name === 'Hall')!.devices).toHaveLength(12);
    expect(rooms!.find(({ id }) => id === villa)!.devices).toEqual([
      `home/${villa}`,
      villaIds.shutter,
      villaIds.uncalibrated,
    ]);
  });

  test('shows both halves of a double switch as away when its radio is', async () => {
    const { entities } = await pollVilla();
    const away = entities.filter(({ available, title }) => !available && /Villa/.test(title));
    expect(away.map(({ title }) => title)).toEqual(['Stairs left (Villa)', 'Stairs right (Villa)']);
  });

  test('counts the modules that are left out', async () => {
    const { problems } = await pollVilla();
    expect(problems.map(({ failure }) => failure.message)).toEqual([
      'Modules of types that are not read were left out: 1 NAFuture, 1 NACamera, 1 NLAO.',
    ]);
  });

  test('of more than a hundred modules and without a heating shows them all', async () => {
    const { state } = netatmo.peer();
    const many = Array.from({ length: 120 }, (_, number) => ({
      id: `00:04:74:01:00:${number}`,
      type: ['NLL', 'NLP', 'NLPC', 'NLV'][number % 4]!,
    }));
    state.homes = [{ id: villa, name: 'Big', rooms: [], modules: many }];
    state.status[villa] = {
      rooms: [],
      modules: many.map((one) => ({ ...one, on: true, power: 1, current_position: 0 })),
    };
    const { entities } = await netatmo.poll({ client: { weather: false } });
    expect(entities).toHaveLength(120);
    expect(entities.every(({ values }) => Object.keys(values).length > 0)).toBe(true);
  });

  test('is not read where the client does not want it', async () => {
    addVilla(netatmo.peer().state);
    const { entities } = await netatmo.poll({ client: { control: false } });
    expect(entities.some(({ title }) => title === 'Porch (Villa)')).toBe(false);
    expect(entities.some(({ title }) => title === 'Hall (Villa)')).toBe(true);
  });
});

describe('a module', () => {
  test.each([
    ['a light', villaIds.light, 'on', true, { on: true }],
    ['a dimmer', villaIds.dimmer, 'brightness', 20.4, { on: true, brightness: 20 }],
    ['a dimmer at its lowest', villaIds.dimmer, 'brightness', 0.1, { on: true, brightness: 1 }],
    ['a dimmer at 0 %', villaIds.dimmer, 'brightness', 0, { on: false, brightness: 63 }],
    ['a socket', villaIds.socket, 'on', false, { on: false }],
    ['a ventilation', villaIds.ventilation, 'speed', 100, { fan_speed: 2 }],
    ['a shutter', villaIds.shutter, 'position', 35, { target_position: 35 }],
    ['a shutter without steps', villaIds.uncalibrated, 'position', 70, { target_position: 100 }],
  ])('that is %s can be set', async (_what, id, property, value, expected) => {
    await pollVilla();
    await write(id, property, value);
    expect(moduleOf(id)).toMatchObject(expected);
  });

  test('that is a dimmer is switched on by its brightness', async () => {
    await pollVilla();
    await write(villaIds.dimmer, 'on', false);
    await write(villaIds.dimmer, 'brightness', 30);
    expect(moduleOf(villaIds.dimmer)).toMatchObject({ on: true, brightness: 30 });
  });

  test('is found with two requests', async () => {
    const { entities } = await pollVilla();
    const { handle } = entities.find(({ id }) => id === villaIds.light)!;
    netatmo.peer().requests.length = 0;
    await netatmo.write(villaIds.light, 'on', true, { handle });
    expect(netatmo.peer().requests).toEqual([
      'GET /homesdata',
      'GET /homestatus',
      'POST /setstate',
    ]);
  });

  test.each([
    ['open', 100],
    ['close', 0],
    ['stop', -1],
  ])('that is a shutter can %s', async (action, target_position) => {
    await pollVilla();
    await invoke(villaIds.shutter, action);
    expect(moduleOf(villaIds.shutter)).toMatchObject({ target_position });
  });

  test('that is out of reach, or refuses, says so', async () => {
    await pollVilla((modules) => {
      for (const module of modules) {
        if (module.id === villaIds.light) module.reachable = false;
        if (module.id === villaIds.socket) module.bridge = 'another';
      }
    });
    await expect(write(villaIds.light, 'on', true)).rejects.toBeInstanceOf(DeviceUnavailable);
    await expect(write(villaIds.socket, 'on', true)).rejects.toBeInstanceOf(Rejected);
  });

  test.each([['nonsense'], [null], [-5], [101], [{}]])(
    'loses the value %j of a member, and nothing else',
    async (odd) => {
      const { entities } = await pollVilla((modules) => {
        for (const module of modules) {
          if (module.id === villaIds.dimmer) module.brightness = odd;
          if (module.id === villaIds.shutter) module.current_position = odd;
        }
      });
      const valuesOf = (id: string) => entities.find((one) => one.id === id)!.values;
      expect(valuesOf(villaIds.dimmer)).toEqual({ on: true, power: 12 });
      expect(valuesOf(villaIds.shutter)).toEqual({});
    },
  );
});

describe('a Smarther', () => {
  const room = `room/${villa}/${villaIds.hall}`;
  const roomState = () => netatmo.peer().state.status[villa]!.rooms[0]!;

  test('is set by the state of its room', async () => {
    addVilla(netatmo.peer().state);
    await write(room, 'target_temperature', 19);
    expect(roomState()).toMatchObject({
      therm_setpoint_mode: 'manual',
      therm_setpoint_temperature: 19,
    });
  });

  test('has other setpoints, schedules and a mode of its own while it cools', async () => {
    const { state } = netatmo.peer();
    addVilla(state);
    Object.assign(
      state.homes.find(({ id }) => id === villa)!,
      {
        temperature_control_mode: 'cooling',
        cooling_mode: 'away',
        schedules: [
          { id: 'a', name: 'Winter', type: 'therm', selected: true },
          { id: 'b', name: 'Summer', type: 'cooling' },
          { id: 'c', name: 'Hot summer', type: 'cooling', selected: true },
        ],
      },
    );
    Object.assign(roomState(), {
      cooling_setpoint_mode: 'home',
      cooling_setpoint_temperature: 26,
    });
    const { entities } = await netatmo.poll();
    expect(entities.find(({ id }) => id === room)!.values).toMatchObject({
      target_temperature: 26,
    });
    const home = entities.find(({ id }) => id === `home/${villa}`)!;
    expect(home.values).toEqual({ mode: 'away', schedule: 'Hot summer' });
    expect(home.properties.mode).toMatchObject({ readOnly: true });
    expect(home.properties.schedule!.enum).toEqual(['Summer', 'Hot summer']);
    await write(home.id, 'schedule', 'Summer');
    const { schedules } = state.homes.find(({ id }) => id === villa)!;
    expect(schedules!.map(({ selected }) => selected)).toEqual([true, true, false]);
    await write(room, 'target_temperature', 25);
    expect(roomState()).toMatchObject({
      cooling_setpoint_mode: 'manual',
      cooling_setpoint_temperature: 25,
      therm_setpoint_temperature: 21.5,
    });
  });
});

test('a Home Coach shows what it measures, and how healthy that is', async () => {
  const { entities } = await pollVilla();
  const coach = entities.find(({ id }) => id === villaIds.coach)!;
  expect([coach.title, coach.values]).toEqual([
    'Home Coach (Nursery)',
    {
      temperature: 20.3,
      humidity: 63,
      carbon_dioxide: 494,
      noise: 42,
      pressure: 1014.5,
      absolute_pressure: 1004.1,
      health: 'fine',
      measured: '2026-09-21T14:13:20.000Z',
    },
  ]);
});
