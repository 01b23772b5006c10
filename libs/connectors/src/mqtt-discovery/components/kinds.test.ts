import { describe, expect, test } from '@jest/globals';
import { Rejected } from '@trellis/connector-sdk';
import { Payload } from '../payload.js';
import { Settings } from '../settings.js';
import { kinds } from './kinds.js';

/** A component of a kind: its values in a state, and the messages that its commands send. */
function able(kind: string, options: Record<string, unknown>) {
  const { properties = [], actions = [] } = kinds.get(kind)?.(new Settings(options)) ?? {};
  const find = (suffix: string) => properties.find((each) => each.suffix === suffix);
  return {
    suffixes: properties.map(({ suffix }) => suffix),
    affordance: (suffix: string) => find(suffix)?.affordance,
    read: (suffix: string, text: string) => find(suffix)?.reading?.value(new Payload(text)),
    write: (suffix: string, value: unknown) => {
      return find(suffix)
        ?.write?.(value)
        .map(({ topic, payload }) => `${topic} ${payload}`);
    },
    invoke: (suffix: string) =>
      actions
        .find((each) => each.suffix === suffix)
        ?.invoke()
        .map(({ topic, payload }) => `${topic} ${payload}`),
    actions: actions.map(({ suffix }) => suffix),
  };
}

const topics = { state_topic: 's', command_topic: 'c' };

describe('sensor', () => {
  test.each([
    [{}, '21.5', '21.5'],
    [{ unit_of_measurement: 'W' }, '21.5', 21.5],
    [{ state_class: 'measurement' }, '21.5', 21.5],
    [{ device_class: 'temperature' }, ' 21.5 ', 21.5],
    [{ device_class: 'temperature' }, 'unavailable', undefined],
    [{ device_class: 'timestamp' }, '2026-01-12T09:15:23Z', '2026-01-12T09:15:23Z'],
    [{ device_class: 'enum', options: ['a', 'b'] }, 'a', 'a'],
    [{ device_class: 'enum', options: ['a', 'b'] }, 'c', undefined],
  ])('%j reads %j as %j', (options, text, expected) => {
    expect(able('sensor', { state_topic: 's', ...options }).read('', text)).toBe(expected);
  });

  test('is nothing without a state', () => {
    expect(able('sensor', {}).suffixes).toEqual([]);
  });
});

describe('binary_sensor and switch', () => {
  test.each([
    [{}, 'ON', true],
    [{}, 'OFF', false],
    [{}, 'on', undefined],
    [{ payload_on: true, payload_off: false }, 'True', true],
    [{ payload_on: 1, payload_off: 0 }, '0', false],
  ])('%j reads %j as %j', (options, text, expected) => {
    expect(able('binary_sensor', { ...topics, ...options }).read('', text)).toBe(expected);
  });

  test('a switch may have other words for its state than for its commands', () => {
    const lock = able('switch', {
      ...topics,
      payload_on: 'LOCK',
      payload_off: 'UNLOCK',
      state_on: 'locked',
      state_off: 'unlocked',
    });
    expect(lock.read('', 'locked')).toBe(true);
    expect(lock.write('', false)).toEqual(['c UNLOCK']);
    expect(() => lock.write('', 'UNLOCK')).toThrow(Rejected);
  });

  test('a switch without a command can only be read, one without a state only written', () => {
    expect(able('switch', { state_topic: 's' }).affordance('')?.readOnly).toBe(true);
    expect(able('switch', { command_topic: 'c' }).affordance('')?.writeOnly).toBe(true);
  });

  test('the message has the quality of service and retention that the device asks for', () => {
    const ability = kinds.get('switch')?.(new Settings({ ...topics, qos: 2, retain: true }));
    expect(ability?.properties?.[0]?.write?.(true)).toEqual([
      { topic: 'c', payload: 'ON', qos: 2, retain: true },
    ]);
  });

  test.each(['a/#', '+/a', '', '$share/g/a', 7, null])('%j is no topic', (topic) => {
    expect(able('switch', { state_topic: topic, command_topic: topic }).suffixes).toEqual([]);
  });
});

describe('light, default schema', () => {
  const lamp = {
    ...topics,
    brightness_state_topic: 'bs',
    brightness_command_topic: 'bc',
    brightness_scale: 100,
    color_temp_state_topic: 'ts',
    color_temp_command_topic: 'tc',
    color_temp_kelvin: true,
    rgb_state_topic: 'rs',
    rgb_command_topic: 'rc',
    effect_state_topic: 'es',
    effect_command_topic: 'ec',
    effect_list: ['rainbow'],
  };

  test('reads each ability from its own topic', () => {
    const light = able('light', lamp);
    expect(light.suffixes).toEqual(['', 'brightness', 'color_temperature', 'color', 'effect']);
    expect(light.read('', 'ON')).toBe(true);
    expect(light.read('brightness', '50')).toBe(50);
    expect(light.read('color_temperature', '2700')).toBe(2700);
    expect(light.affordance('color_temperature')?.unit).toBe('K');
    expect(light.read('color', '255,128,0')).toEqual({ hue: 30.1, saturation: 100 });
    expect(light.read('color', '255,128')).toBeUndefined();
    expect(light.read('effect', 'rainbow')).toBe('rainbow');
  });

  test('goes on with whatever it is told, before or after it', () => {
    expect(able('light', lamp).write('brightness', 50)).toEqual(['bc 50', 'c ON']);
    const first = able('light', { ...lamp, on_command_type: 'first' });
    expect(first.write('brightness', 50)).toEqual(['c ON', 'bc 50']);
    const alone = able('light', { ...lamp, on_command_type: 'brightness' });
    expect(alone.write('brightness', 50)).toEqual(['bc 50']);
  });

  test('takes a colour, through a template if there is one', () => {
    const color = { hue: 30.1, saturation: 100 };
    expect(able('light', lamp).write('color', color)).toEqual(['rc 255,128,0', 'c ON']);
    const template = "{{ {'r': red, 'g': green, 'b': blue} | to_json }}";
    const templated = able('light', { ...lamp, rgb_command_template: template });
    expect(templated.write('color', color)?.[0]).toBe('rc {"r":255,"g":128,"b":0}');
    for (const wrong of [null, 'red', {}, { ...color, hue: 'x' }]) {
      expect(() => templated.write('color', wrong)).toThrow(Rejected);
    }
  });

  test.each([-1, 101, '50', null])('refuses %j as its brightness', (value) => {
    expect(() => able('light', lamp).write('brightness', value)).toThrow(Rejected);
  });
});

describe('light, JSON schema', () => {
  const lamp = {
    ...topics,
    schema: 'json',
    brightness: true,
    supported_color_modes: ['color_temp', 'hs'],
    effect_list: ['blink'],
  };

  test('reads all from one message', () => {
    const light = able('light', lamp);
    const state = '{"state":"OFF","brightness":7,"color_temp":370,"color":{"h":1,"s":2,"x":3}}';
    expect(light.read('', state)).toBe(false);
    expect(light.read('brightness', state)).toBe(2.7);
    expect(light.read('color_temperature', state)).toBe(2703);
    expect(light.read('color', state)).toEqual({ hue: 1, saturation: 2 });
    expect(light.read('effect', state)).toBeUndefined();
    expect(light.read('', 'ON')).toBeUndefined();
    expect(light.read('', '{"state":null}')).toBeUndefined();
  });

  test('writes JSON', () => {
    const light = able('light', lamp);
    expect(light.write('', false)).toEqual(['c {"state":"OFF"}']);
    expect(light.write('brightness', 2.7)).toEqual(['c {"state":"ON","brightness":7}']);
    expect(light.write('brightness', 0.1)).toEqual(['c {"state":"ON","brightness":1}']);
    expect(light.write('brightness', 0)).toEqual(['c {"state":"ON","brightness":0}']);
    expect(light.write('color_temperature', 2703)).toEqual(['c {"state":"ON","color_temp":370}']);
    expect(light.write('color', { hue: 1, saturation: 2, z: 3 })).toEqual([
      'c {"state":"ON","color":{"h":1,"s":2}}',
    ]);
    expect(light.write('effect', 'blink')).toEqual(['c {"state":"ON","effect":"blink"}']);
    expect(() => light.write('effect', 'other')).toThrow(Rejected);
  });

  test('has flags for its modes when it is old', () => {
    const light = able('light', { ...topics, schema: 'json', color_temp: true, xy: true });
    expect(light.suffixes).toEqual(['', 'color_temperature', 'color']);
    const state = '{"state":"ON","color_temp":0,"color":{"x":0.3127,"y":0.329}}';
    expect(light.read('color_temperature', state)).toBeUndefined();
    expect(light.read('color', state)).toEqual({ hue: 0, saturation: 0 });
    expect(light.write('color', { hue: 0, saturation: 100 })).toEqual([
      'c {"state":"ON","color":{"x":0.64,"y":0.33}}',
    ]);
    const rgb = able('light', { ...topics, schema: 'json', rgb: true });
    expect(rgb.read('color', '{"color":{"r":0,"g":0,"b":9}}')).toEqual({
      hue: 240,
      saturation: 100,
    });
    expect(rgb.write('color', { hue: 240, saturation: 100 })).toEqual([
      'c {"state":"ON","color":{"r":0,"g":0,"b":255}}',
    ]);
  });
});

describe('cover', () => {
  test('is opened, closed and stopped', () => {
    const blind = able('cover', { ...topics, payload_open: 99 });
    expect(blind.invoke('open')).toEqual(['c 99']);
    expect(blind.invoke('close')).toEqual(['c CLOSE']);
    expect(blind.invoke('stop')).toEqual(['c STOP']);
    expect(able('cover', { ...topics, payload_stop: null }).actions).toEqual(['open', 'close']);
  });

  test('has its position in percent, whatever the device counts', () => {
    const blind = able('cover', {
      position_topic: 'p',
      set_position_topic: 'sp',
      position_open: 0,
      position_closed: 255,
    });
    expect(blind.read('position', '255')).toBe(0);
    expect(blind.read('position', '51')).toBe(80);
    expect(blind.read('position', '{"position": 0}')).toBe(100);
    expect(blind.write('position', 80)).toEqual(['sp 51']);
    expect(() => blind.write('position', 101)).toThrow(Rejected);
  });

  test('is told its position through a template', () => {
    const blind = able('cover', {
      set_position_topic: 'sp',
      set_position_template: '{ "position": {{ position }}, "raw": {{ value }} }',
      position_open: 99,
    });
    expect(blind.write('position', 100)).toEqual(['sp { "position": 100, "raw": 99 }']);
  });

  test('has words of its own for its state, and a tilt', () => {
    const blind = able('cover', { ...topics, state_open: 'up', tilt_status_topic: 't' });
    expect(blind.read('', 'up')).toBe('open');
    expect(blind.read('', 'closing')).toBe('closing');
    expect(blind.read('', 'open')).toBeUndefined();
    expect(blind.read('tilt', '30')).toBe(30);
    expect(blind.affordance('tilt')?.readOnly).toBe(true);
  });
});

describe('climate', () => {
  const heating = {
    current_temperature_topic: 's',
    current_temperature_template: '{{ value_json.local_temperature }}',
    temperature_state_topic: 's',
    temperature_state_template: '{{ value_json.occupied_heating_setpoint }}',
    temperature_command_topic: 'c/occupied_heating_setpoint',
    mode_state_topic: 's',
    mode_state_template: '{{ value_json.system_mode }}',
    mode_command_topic: 'c/system_mode',
    modes: ['off', 'heat'],
    min_temp: 5,
    max_temp: 30,
    preset_mode_state_topic: 's',
    preset_mode_value_template: '{{ value_json.preset }}',
    preset_mode_command_topic: 'c/preset',
    preset_modes: ['eco', 'boost'],
    action_topic: 's',
    action_template:
      "{% set values = {None:None,'idle':'idle','heat':'heating'} %}" +
      '{{ values[value_json.running_state] }}',
  };
  const state =
    '{"local_temperature":19.5,"occupied_heating_setpoint":21,"system_mode":"heat",' +
    '"preset":"none","running_state":"heat"}';

  test('a thermostat of Zigbee2MQTT', () => {
    const thermostat = able('climate', heating);
    expect(
      Object.fromEntries(thermostat.suffixes.map((name) => [name, thermostat.read(name, state)])),
    ).toEqual({
      current_temperature: 19.5,
      target_temperature: 21,
      mode: 'heat',
      preset_mode: undefined,
      action: 'heating',
    });
    expect(thermostat.write('target_temperature', 22.5)).toEqual([
      'c/occupied_heating_setpoint 22.5',
    ]);
    expect(thermostat.write('mode', 'off')).toEqual(['c/system_mode off']);
    expect(thermostat.affordance('target_temperature')).toMatchObject({
      unit: '°C',
      minimum: 5,
      maximum: 30,
    });
    for (const wrong of [4, 31, '21']) {
      expect(() => thermostat.write('target_temperature', wrong)).toThrow(Rejected);
    }
    expect(() => thermostat.write('mode', 'cool')).toThrow(Rejected);
  });

  test('may be switched, and be of Fahrenheit', () => {
    const device = able('climate', {
      power_command_topic: 'p',
      payload_on: '1',
      payload_off: '0',
      temperature_command_topic: 't',
      temperature_unit: 'F',
    });
    expect(device.write('power', true)).toEqual(['p 1']);
    expect(device.affordance('target_temperature')).toMatchObject({ unit: '°F', maximum: 95 });
  });
});

describe('number, select and button', () => {
  test('a number has a range, and a template', () => {
    const number = able('number', {
      ...topics,
      min: 0,
      max: 10,
      command_template: '{"n":{{ value }}}',
    });
    expect(number.read('', '5.5')).toBe(5.5);
    expect(number.write('', 5.5)).toEqual(['c {"n":5.5}']);
    for (const wrong of [-1, 11, NaN, '5', true]) {
      expect(() => number.write('', wrong)).toThrow(Rejected);
    }
  });

  test.each([
    [{ min: 0, step: 5 }, 5],
    [{ min: 1, step: 5 }, undefined],
    [{ min: 0, step: 0.1 }, undefined],
    [{ min: 0, step: 0 }, undefined],
  ])('%j has only steps that can be checked', (options, expected) => {
    expect(able('number', { ...topics, ...options }).affordance('')?.multipleOf).toBe(expected);
  });

  test('a select has choices', () => {
    const select = able('select', { ...topics, options: ['a', 'b', 1] });
    expect(select.affordance('')?.enum).toEqual(['a', 'b', '1']);
    expect(select.read('', 'a')).toBe('a');
    expect(select.read('', 'c')).toBeUndefined();
    expect(select.write('', 'b')).toEqual(['c b']);
    expect(() => select.write('', 'c')).toThrow(Rejected);
  });

  test('a button is an action', () => {
    expect(able('button', topics).invoke('')).toEqual(['c PRESS']);
    const template = '{"do":"{{ value }}"}';
    expect(
      able('button', { ...topics, payload_press: 'x', command_template: template }).invoke(''),
    ).toEqual(['c {"do":"x"}']);
    expect(able('button', {}).actions).toEqual([]);
  });
});
