import { describe, expect, test } from '@jest/globals';
import type { ComponentAbility } from '../component-kind.js';
import { Payload } from '../payload.js';
import { devicesOf, fixture, retained } from '../testing/fixtures.js';

type Abilities = ReturnType<typeof devicesOf>[number]['abilities'];

const shown = (abilities: Abilities) =>
  Object.fromEntries(
    abilities.flatMap((one) => ('property' in one ? [[one.name, one.value]] : [])),
  );

const written = (abilities: Abilities, name: string, value: unknown) =>
  abilities.flatMap((one) =>
    one.name === name && 'property' in one
      ? one.write!(value as never).map(({ topic, payload }) => `${topic} ${payload}`)
      : [],
  );

const invoked = (abilities: Abilities, name: string) =>
  abilities.flatMap((one) =>
    one.name === name && 'action' in one
      ? one.invoke(undefined as never).map(({ topic, payload }) => `${topic} ${payload}`)
      : [],
  );

/** A device with what its announcement and its state have besides the necessary. */
function tasmota(announced: object, state: object = {}, sensor: object = {}) {
  const config = { mac: 'AABBCC112233', dn: 'Box', t: 'box', ft: '%topic%/%prefix%/' };
  return devicesOf([
    retained('tasmota/discovery/AABBCC112233/config', {
      ...config,
      tp: ['cmnd', 'stat', 'tele'],
      ...announced,
    }),
    retained('box/tele/STATE', state),
    retained('box/tele/SENSOR', sensor),
  ]);
}

describe('Tasmota', () => {
  test('announces a plug with its sensors', () => {
    const [plug] = devicesOf(fixture('tasmota-native'));
    expect(plug).toMatchObject({
      id: 'device:DC4F22A1B2C3',
      title: 'Washing machine',
      description: 'Tasmota Nous A1T',
      available: true,
    });
    expect(shown(plug!.abilities)).toEqual({
      on: true,
      switch_1: false,
      energy: 61.355,
      energy_today: 0.559,
      energy_factor: 0.97,
      energy_total_start_time: '2025-11-02T18:04:11',
      power: 1842,
      voltage: 229,
      temperature: 20,
      ds18b20_id: '01193CB1A2F3',
    });
    expect(written(plug!.abilities, 'on', false)).toEqual(['cmnd/tasmota_A1B2C3/POWER1 OFF']);
  });

  test('is away when its last will says so', () => {
    const away = { topic: 'tele/tasmota_A1B2C3/LWT', payload: 'Offline' };
    expect(devicesOf([...fixture('tasmota-native'), away])[0]?.available).toBe(false);
  });

  test('announces several relays, or lamps in their place', () => {
    const state = { POWER1: 'ON', POWER2: 'OFF' };
    expect(shown(tasmota({ rl: [1, 1] }, state)[0]!.abilities)).toEqual({
      on_1: true,
      on_2: false,
    });
    const [lamps] = tasmota({ rl: [1], so: { 30: 1 } }, { POWER: 'ON' });
    expect(lamps!.abilities[0]).toMatchObject({ name: 'on', capability: 'light', value: true });
  });

  test('announces the fan of an iFan', () => {
    const [fan] = tasmota({ if: 1, rl: [1] }, { POWER1: 'ON', FanSpeed: 2 });
    expect(shown(fan!.abilities)).toEqual({ on_1: true, on_2: true, speed_1: 66 });
    expect(written(fan!.abilities, 'speed_1', 100)).toEqual(['box/cmnd/FanSpeed 3']);
    expect(written(fan!.abilities, 'on_1', false)).toEqual(['box/cmnd/FanSpeed 0']);
    const [still] = tasmota({ if: 1 }, { FanSpeed: 0 });
    expect(shown(still!.abilities)).toEqual({ on: false, speed: 0 });
    expect(written(still!.abilities, 'on', true)).toEqual(['box/cmnd/FanSpeed 2']);
  });

  test.each([
    ['', { 73: 1 }, 'SINGLE', 'single'],
    ['', { 73: 1 }, 'HOLD', 'hold'],
    [', which are swapped', { 73: 1, 11: 1 }, 'SINGLE', 'double'],
    [', which are swapped', { 73: 1, 11: 1 }, 'TRIPLE', 'triple'],
    [', of which only single ones are told', { 73: 1, 13: 1 }, 'DOUBLE', undefined],
  ])('announces the presses of a button%s', (_what, so, Action, expected) => {
    const [box] = tasmota({ btn: [0, 1], so });
    const found = box!.abilities.flatMap((one) =>
      'event' in one ? [one as ComponentAbility] : [],
    );
    expect(found.map(({ name }) => name)).toEqual(['button_2']);
    const { topic, read } = found[0]!.eventTopic!;
    expect(topic).toBe('box/stat/RESULT');
    const reading = (message: object) => read(new Payload(JSON.stringify(message)));
    expect(reading({ Button2: { Action } })).toEqual(
      expected && { data: { event_type: expected } },
    );
    expect(reading({ POWER: 'ON' })).toBeUndefined();
    expect(tasmota({ rl: [1], btn: [1] })[0]!.abilities.map(({ name }) => name)).toEqual(['on']);
  });

  test('announces a lamp with five channels', () => {
    const state = { POWER: 'ON', Dimmer: 40, CT: 250, HSBColor: '30,100,40' };
    const [lamp] = tasmota({ rl: [2], lt_st: 5 }, state);
    expect(shown(lamp!.abilities)).toEqual({
      on: true,
      brightness: 40,
      color_mode: undefined,
      color_temperature: 4000,
      color: { hue: 30, saturation: 100 },
    });
    const modeWith = (White: number) =>
      shown(tasmota({ rl: [2], lt_st: 5 }, { ...state, White })[0]!.abilities).color_mode;
    expect(modeWith(0)).toBe('color');
    expect(modeWith(20)).toBe('color_temperature');
    expect(written(lamp!.abilities, 'brightness', 50)).toContain('box/cmnd/Dimmer 50');
    expect(written(lamp!.abilities, 'color', { hue: 29.6, saturation: 50 })).toContain(
      'box/cmnd/Backlog HSBColor1 30;HSBColor2 50',
    );
    expect(shown(tasmota({ rl: [2], lt_st: 1 }, state)[0]!.abilities)).toEqual({
      on: true,
      brightness: 40,
    });
  });

  test('announces channels that are lamps of their own', () => {
    const state = { POWER1: 'ON', POWER2: 'ON', Channel: [10, 20] };
    const [lamp] = tasmota({ rl: [2, 2], lt_st: 2, so: { 68: 1 } }, state);
    expect(shown(lamp!.abilities)).toMatchObject({ brightness_1: 10, brightness_2: 20 });
    expect(written(lamp!.abilities, 'brightness_2', 30)).toContain('box/cmnd/Channel2 30');
  });

  test('announces a shutter', () => {
    const [shutter] = tasmota({ rl: [3, 3] }, {}, { Shutter1: { Position: 70, Direction: 0 } });
    expect(shown(shutter!.abilities)).toEqual({ position: 70 });
    expect(written(shutter!.abilities, 'position', 20)).toEqual(['box/cmnd/ShutterPosition1 20']);
    expect(invoked(shutter!.abilities, 'stop')).toEqual(['box/cmnd/Backlog ShutterStop1']);
  });

  test('announces a shutter whose positions count from the open end', () => {
    const sensor = { Shutter1: { Position: 100 }, Shutter2: { Position: 100 } };
    const [shutters] = tasmota({ rl: [3, 3, 3, 3], sho: [1, 0] }, {}, sensor);
    expect(shown(shutters!.abilities)).toEqual({ position_1: 0, position_2: 100 });
    expect(written(shutters!.abilities, 'position_1', 30)).toEqual([
      'box/cmnd/ShutterPosition1 70',
    ]);
    expect(written(shutters!.abilities, 'position_2', 30)).toEqual([
      'box/cmnd/ShutterPosition2 30',
    ]);
    expect(invoked(shutters!.abilities, 'open_1')).toEqual(['box/cmnd/Backlog ShutterOpen1']);
  });

  test.each([
    ['locked, with its buttons on the web page swapped', { sho: [2 | 8] }, { position: 70 }],
    ['without a duration of the tilt', { sht: [[-90, 90, 0]] }, { position: 70 }],
    ['without a range of the tilt', { sht: [[0, 0, 24]] }, { position: 70 }],
    ['whose options are not as documented', { sho: 'x', sht: [null, 1] }, { position: 70 }],
    ['with slats', { sht: [[-90, 90, 24]] }, { position: 70, tilt: 75 }],
  ])('announces a shutter %s', (_what, announced, values) => {
    const sensor = { Shutter1: { Position: 70, Direction: 0, Tilt: 45 } };
    const [shutter] = tasmota({ rl: [3, 3], ...announced }, {}, sensor);
    expect(shown(shutter!.abilities)).toEqual(values);
  });

  test('tilts the slats of a shutter within their range', () => {
    const [shutter] = tasmota({ rl: [3, 3], sho: [1], sht: [[-90, 90, 24]] });
    expect(written(shutter!.abilities, 'tilt', 25)).toEqual(['box/cmnd/ShutterTilt1 -45']);
  });

  test.each([
    ['not JSON', 'x'],
    ['a list', []],
    ['no topic', { mac: 'AABBCC112233', tp: ['a', 'b', 'c'] }],
    ['an odd identifier', { mac: 'a/b', t: 't', ft: 'f', tp: ['a', 'b', 'c'], rl: [1] }],
  ])('is left out when its announcement is %s', (_what, payload) => {
    expect(devicesOf([retained('tasmota/discovery/AABBCC112233/config', payload)])).toEqual([]);
  });

  test('keeps the text of a sensor that a message leaves out', () => {
    const [device] = devicesOf([
      retained('tasmota/discovery/AABBCC112233/config', {
        mac: 'AABBCC112233',
        t: 'box',
        ft: '%topic%/%prefix%/',
        tp: ['cmnd', 'stat', 'tele'],
      }),
      retained('tasmota/discovery/AABBCC112233/sensors', { sn: { Cycle: 'dry', Fan: 'low' } }),
      retained('box/tele/SENSOR', { Fan: '' }),
    ]);
    expect(shown(device!.abilities)).toEqual({ cycle: undefined, fan: '' });
  });

  test('cannot name a topic or a sensor that does harm', () => {
    expect(tasmota({ rl: [1], t: '#' })).toEqual([]);
    const sensors = { sn: { 'a"] }}{{ value.x': 1, Deep: { a: { b: { c: { d: 1 } } } } } };
    const [device] = devicesOf([
      retained('tasmota/discovery/AABBCC112233/config', {
        mac: 'AABBCC112233',
        t: 'box',
        ft: '%topic%/%prefix%/',
        tp: ['cmnd', 'stat', 'tele'],
      }),
      retained('tasmota/discovery/AABBCC112233/sensors', sensors),
      retained('box/tele/SENSOR', { 'a"] }}{{ value.x': 5 }),
    ]);
    expect(Object.values(shown(device!.abilities))).toEqual([5]);
  });
});
