import { describe, expect, test } from '@jest/globals';
import type { Device } from '@trellis/connector-sdk';
import { leftOutKinds, stateTopics, toDevice } from './device.js';
import {
  devicesOf,
  fixture,
  fixtures,
  groupsOf,
  payloadsOf,
  properties,
  retained,
  values,
} from './testing/fixtures.js';

const only = (name: string) => {
  const devices = devicesOf(fixture(name));
  expect(devices).toHaveLength(1);
  return devices[0]!;
};

const actions = ({ abilities }: Device) => abilities.filter((one) => 'action' in one);

const affordances = (device: Device) =>
  Object.fromEntries(properties(device).map(({ name, property }) => [name, property]));
const titles = (device: Device) =>
  Object.fromEntries(properties(device).map(({ name, property }) => [name, property.title]));
const actionTitles = (device: Device) =>
  Object.fromEntries(actions(device).map(({ name, action }) => [name, action.title]));

describe('devices as they announce themselves', () => {
  test('a plug of Zigbee2MQTT', () => {
    const plug = only('zigbee2mqtt-plug');
    expect(plug).toMatchObject({
      id: 'device:zigbee2mqtt_0xa4c1389e7f1b2c3d',
      title: 'kitchen/dishwasher',
      description: 'Tuya Smart plug (with power monitoring)',
      available: true,
    });
    expect(values(plug)).toEqual({
      on: true,
      power: 3,
      energy: 12.61,
      child_lock: false,
      power_outage_memory: 'restore',
    });
    expect(affordances(plug)).toMatchObject({
      on: { type: 'boolean', title: 'On' },
      power: { type: 'number', unit: 'W', readOnly: true },
      child_lock: { type: 'boolean', title: 'Child lock' },
      power_outage_memory: { type: 'string', enum: ['on', 'off', 'restore'] },
    });
  });

  test('a motion sensor of Zigbee2MQTT, with a battery of two kinds', () => {
    const sensor = only('zigbee2mqtt-motion');
    expect(values(sensor)).toEqual({
      motion: true,
      temperature: 19.62,
      illuminance: 143,
      battery: 87,
      battery_low: false,
      motion_sensitivity: 'high',
    });
    expect(affordances(sensor).temperature).toEqual({
      '@type': 'TemperatureProperty',
      type: 'number',
      title: 'Temperature',
      unit: '°C',
      readOnly: true,
    });
  });

  test('a lamp of Zigbee2MQTT that is away', () => {
    const lamp = only('zigbee2mqtt-light');
    expect(lamp.available).toBe(false);
    expect(values(lamp)).toEqual({
      on: true,
      brightness: 50.4,
      color_mode: 'color_temperature',
      color: { hue: 30, saturation: 91.3 },
      color_temperature: 2703,
      power_on_behavior: 'previous',
    });
    expect(affordances(lamp).brightness).toMatchObject({ title: 'Brightness', maximum: 100 });
    expect(actionTitles(lamp)).toEqual({ identify: 'Identify' });
  });

  test('two relays and sensors of Tasmota, one of them taken back', () => {
    const box = only('tasmota');
    expect(box).toMatchObject({ id: 'device:D04DF5', title: 'Boiler room' });
    expect(values(box)).toEqual({
      on_1: true,
      on_2: false,
      temperature: 24.3,
      power: 37,
      status: 76,
    });
    expect(titles(box)).toEqual({
      on_1: 'Boiler room pump: On',
      on_2: 'Boiler room fan: On',
      temperature: 'Boiler room DHT11 Temperature',
      power: 'Boiler room ENERGY Power',
      status: 'Boiler room status',
    });
  });

  test('an ESPHome with a bit of everything', () => {
    const attic = only('esphome');
    expect(values(attic)).toEqual({
      pressure: 1013.2,
      wifi_info: 'home (ch 6)',
      temperature: 19.5,
      target_temperature: 21,
      mode: 'heat',
      activity: 'heating',
      cover_state: 'open',
      position: 70,
      hysteresis: 0.5,
      fan_program: 'night',
      on: false,
    });
    expect(titles(attic)).toMatchObject({
      target_temperature: 'Thermostat: Target temperature',
      position: 'Skylight: Position',
      on: 'Heat trace: On',
    });
    expect(actionTitles(attic)).toEqual({
      restart: 'Restart',
      open: 'Skylight: Open',
      close: 'Skylight: Close',
      stop: 'Skylight: Stop',
    });
  });

  test('a message for a whole device', () => {
    const kitchen = only('device-discovery');
    expect(kitchen).toMatchObject({
      id: 'device:ea334450945afc',
      title: 'Kitchen',
      available: true,
    });
    expect(values(kitchen)).toEqual({
      temperature: 20.3,
      humidity: 43.7,
      cover_state: 'stopped',
      position: 80,
    });
  });

  test('are the same in whatever order the messages came', () => {
    const messages = fixtures.flatMap(fixture);
    const shown = (devices: Device[]) => devices.map((one) => [one.id, titles(one), values(one)]);
    expect(shown(devicesOf(messages.toReversed()))).toEqual(shown(devicesOf(messages)));
  });

  test('say where their state is: in no topic but these', () => {
    const messages = fixtures.flatMap(fixture);
    const payloads = payloadsOf(messages);
    for (const group of groupsOf(messages)) {
      const topics = stateTopics(group);
      const read = new Set<string>();
      toDevice(group, { get: (topic) => (read.add(topic), payloads.get(topic)) });
      expect(read).toEqual(topics);
      expect(topics.size).toBeGreaterThan(0);
    }
  });

  test('are whole without their state, so that they can be given commands', () => {
    const [group] = groupsOf(fixture('zigbee2mqtt-light'));
    const lamp = toDevice(group!, new Map())!;
    expect(values(lamp)).toEqual({});
    expect(affordances(lamp)).toEqual(affordances(only('zigbee2mqtt-light')));
  });
});

describe('a device with several lamps', () => {
  const lamp = (key: string, options: object) =>
    retained(`homeassistant/light/d/${key}/config`, {
      schema: 'json',
      state_topic: 's',
      command_topic: `c/${key}`,
      dev: { ids: ['d'], name: 'Ceiling' },
      ...options,
    });

  test('numbers them in the order of their ids, and says which is which', () => {
    const [ceiling] = devicesOf([
      lamp('right', { name: 'Right' }),
      lamp('left', { name: 'Left', brightness: true }),
    ]);
    expect(titles(ceiling!)).toEqual({
      on_1: 'Left: On',
      brightness_1: 'Left: Brightness',
      on_2: 'Right: On',
    });
  });

  test('tells those with the same name apart by their keys', () => {
    const named = (key: string) =>
      retained(`homeassistant/binary_sensor/cupboard_${key}/config`, {
        name: 'Open',
        state_topic: key,
        device: { identifiers: ['cupboard'], name: 'Cupboard' },
      });
    const [device] = devicesOf([named('left'), named('right')]);
    expect(properties(device!).map(({ property }) => property.title)).toEqual([
      'Open (left)',
      'Open (right)',
    ]);
  });

  test('takes their keys for titles when they have no names', () => {
    const [ceiling] = devicesOf([lamp('main', {}), lamp('night', { name: null })]);
    expect(titles(ceiling!)).toEqual({ on_1: 'Main: On', on_2: 'Night: On' });
  });
});

describe('devices', () => {
  test('a component without a device is a device of its own, by its own name', () => {
    const [device] = devicesOf([
      retained('homeassistant/sensor/outside/config', { name: 'Outside', stat_t: 'o' }),
    ]);
    expect(device).toMatchObject({ id: 'component:sensor/outside', title: 'Outside' });
  });

  test('a device with components of unknown kinds only is left out', () => {
    expect(devicesOf([retained('homeassistant/media_player/a/config', { t: 'a' })])).toEqual([]);
  });

  test.each([
    ['a', { unit_of_measurement: 'W' }],
    ['power', { unit_of_measurement: 'W', device_class: 'power' }],
    ['a', {}],
  ])('a template that cannot be evaluated has no value, and %s says so', (name, options) => {
    const [device] = devicesOf([
      retained('homeassistant/sensor/a/config', {
        ...options,
        state_topic: 's',
        value_template: '{% macro m() %}{% endmacro %}{{ value }}',
      }),
      { topic: 's', payload: '{"power":3}' },
    ]);
    expect(values(device!)).toEqual({});
    expect(affordances(device!)[name]).toMatchObject({
      readOnly: true,
      description: expect.stringContaining('cannot be evaluated, because it uses macro'),
    });
  });

  test.each([
    ['sensor', { device_class: 'enum' }],
    ['select', { command_topic: 'c' }],
  ])('a %s with an option twice, or with none, is there like the others', (kind, own) => {
    const messages = [['a', 'b', 'a'], []].map((options, number) =>
      retained(`homeassistant/${kind}/e${number}/config`, {
        ...own,
        options,
        state_topic: 's',
        dev: { ids: ['d'] },
      }),
    );
    const [device] = devicesOf([...messages, { topic: 's', payload: 'b' }]);
    expect(values(device!)).toEqual({ e0: 'b', e1: 'b' });
    expect(affordances(device!).e0?.enum).toEqual(['a', 'b']);
    expect(affordances(device!).e1).not.toHaveProperty('enum');
  });

  test('a device is there while one of its components is', () => {
    const component = (name: string) =>
      retained(`homeassistant/sensor/${name}/config`, {
        state_topic: name,
        availability_topic: `${name}/availability`,
        dev: { ids: ['d'] },
      });
    const isAvailable = (a: string, b: string) =>
      devicesOf([
        component('a'),
        component('b'),
        { topic: 'a/availability', payload: a },
        { topic: 'b/availability', payload: b },
      ]).map(({ available }) => available);
    expect(isAvailable('online', 'offline')).toEqual([true]);
    expect(isAvailable('offline', 'offline')).toEqual([false]);
  });

  test('a command template that cannot be evaluated leaves a property that can only be read', () => {
    const [device] = devicesOf([
      retained('homeassistant/number/a/config', {
        state_topic: 's',
        command_topic: 'c',
        command_template: '{{ states("x") }}',
      }),
    ]);
    expect(affordances(device!).a).toMatchObject({
      readOnly: true,
      description: expect.stringContaining('cannot be set'),
    });
  });

  test('no text of a device breaks what is stored', () => {
    const [device] = devicesOf([
      retained('homeassistant/sensor/a/config', {
        name: '\u0000\u0007\ud800',
        state_topic: 's',
        dev: { ids: ['d'], name: 'n'.repeat(1000), mf: 'a\nb' },
      }),
      { topic: 's', payload: 'x\u0000y' },
      retained('homeassistant/select/b/config', {
        command_topic: 'c',
        options: ['first\ud800', 'sec\u0000ond'],
        dev: { ids: ['d'] },
      }),
    ]);
    expect(affordances(device!).b).toMatchObject({ enum: ['first\ufffd', 'second'] });
    expect(device?.title).toHaveLength(256);
    expect(device?.description).toBe('a b');
    expect(values(device!)).toEqual({ a: 'xy' });
    expect(JSON.stringify(device)).not.toMatch(/\\u0000|\\ud800/);
  });

  test('components of which nothing can be read are counted', () => {
    const config = (kind: string, key: string, options: object) =>
      retained(`homeassistant/${kind}/${key}/config`, { ...options, dev: { ids: ['d'] } });
    const groups = groupsOf([
      config('device_automation', 'a', { atype: 'trigger', t: 't', type: 'action', stype: 'on' }),
      config('device_automation', 'b', { atype: 'trigger', t: 't', type: 'action', stype: 'off' }),
      config('media_player', 'c', { t: 'image' }),
      config('switch', 'd', {}),
      config('sensor', 'e', { stat_t: 's' }),
    ]);
    expect(leftOutKinds(groups).map(({ failure }) => failure.message)).toEqual([
      'Components that cannot be read or set were left out: 1 media_player, 1 switch.',
    ]);
    expect(leftOutKinds(groupsOf(fixture('zigbee2mqtt-plug')))).toEqual([]);
    const odd = Array.from({ length: 30 }, (_, n) => config(`k${n}${'x'.repeat(1000)}`, 'a', {}));
    expect(leftOutKinds(groupsOf(odd))[0]?.failure.message.length).toBeLessThan(600);
  });

  test.each(['number', 'climate', 'light', 'humidifier'])(
    'limits of a %s that contradict each other are left out',
    (kind) => {
      const limits = { min: 9, max: 1, min_temp: 9, max_temp: 1, min_humidity: 9, max_humidity: 1 };
      const topics = { temp_cmd_t: 'c', hum_cmd_t: 'c', cmd_t: 'c', clr_temp_cmd_t: 'c' };
      const odd = { ...limits, ...topics, min_mirs: 500, max_mirs: 153 };
      const [device] = devicesOf([retained(`homeassistant/${kind}/a/config`, odd)]);
      const shown = Object.values(affordances(device!));
      expect(shown.length).toBeGreaterThan(0);
      for (const { minimum = -Infinity, maximum = Infinity } of shown) {
        expect(minimum).toBeLessThanOrEqual(maximum);
      }
    },
  );

  test.each(['None', '', 'x'.repeat(5000)])('the state %.10j is not known', (payload) => {
    const [device] = devicesOf([
      retained('homeassistant/sensor/a/config', { state_topic: 's' }),
      { topic: 's', payload },
    ]);
    expect(values(device!)).toEqual({});
  });
});
