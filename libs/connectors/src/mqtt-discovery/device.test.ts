import { describe, expect, test } from '@jest/globals';
import { entitiesOf, fixture, fixtures, type RetainedMessage } from './testing.js';

const only = (name: string) => {
  const entities = entitiesOf(fixture(name));
  expect(entities).toHaveLength(1);
  return entities[0];
};

const retained = (topic: string, payload: unknown): RetainedMessage => ({
  topic,
  payload: JSON.stringify(payload),
});

describe('devices as they announce themselves', () => {
  test('a plug of Zigbee2MQTT', () => {
    expect(only('zigbee2mqtt-plug')).toMatchObject({
      id: 'device:zigbee2mqtt_0xa4c1389e7f1b2c3d',
      title: 'kitchen/dishwasher',
      description: 'Tuya Smart plug (with power monitoring)',
      properties: {
        switch: { type: 'boolean', title: 'Switch' },
        power: { type: 'number', unit: 'W', device_class: 'power', readOnly: true },
        energy: { type: 'number', unit: 'kWh', readOnly: true },
        child_lock: { type: 'boolean', title: 'Child lock' },
        power_outage_memory: { type: 'string', enum: ['on', 'off', 'restore'] },
      },
      values: {
        switch: true,
        power: 3,
        energy: 12.61,
        child_lock: false,
        power_outage_memory: 'restore',
      },
      available: true,
    });
  });

  test('a motion sensor of Zigbee2MQTT, with a battery of two kinds', () => {
    const sensor = only('zigbee2mqtt-motion');
    expect(sensor?.values).toEqual({
      occupancy: true,
      temperature: 19.62,
      illuminance: 143,
      sensor_battery: 87,
      binary_sensor_battery: false,
      motion_sensitivity: 'high',
    });
    expect(sensor?.properties.temperature).toEqual({
      type: 'number',
      title: 'Temperature',
      unit: '°C',
      device_class: 'temperature',
      readOnly: true,
    });
  });

  test('a lamp of Zigbee2MQTT that is away', () => {
    const lamp = only('zigbee2mqtt-light');
    expect(lamp?.available).toBe(false);
    expect(lamp?.values).toEqual({
      light: true,
      light_brightness: 50.4,
      light_color: { hue: 30, saturation: 91.3 },
      light_color_temperature: 2703,
      power_on_behavior: 'previous',
    });
    expect(lamp?.properties.light_brightness).toMatchObject({ minimum: 0, maximum: 100 });
    expect(Object.keys(lamp?.actions ?? {})).toEqual(['identify']);
  });

  test('two relays and sensors of Tasmota, one of them taken back', () => {
    const box = only('tasmota');
    expect(box).toMatchObject({ id: 'device:D04DF5', title: 'Boiler room' });
    expect(box?.values).toEqual({
      rl_1: true,
      rl_2: false,
      dht11_temperature: 24.3,
      energy_power: 37,
      status: 76,
    });
  });

  test('an ESPHome with a bit of everything', () => {
    const attic = only('esphome');
    expect(attic?.values).toEqual({
      pressure: 1013.2,
      wifi_info: 'home (ch 6)',
      thermostat_current_temperature: 19.5,
      thermostat_target_temperature: 21,
      thermostat_mode: 'heat',
      thermostat_action: 'heating',
      skylight: 'open',
      skylight_position: 70,
      hysteresis: 0.5,
      fan_program: 'night',
      heat_trace: false,
    });
    expect(Object.keys(attic?.actions ?? {}).sort()).toEqual([
      'restart',
      'skylight_close',
      'skylight_open',
      'skylight_stop',
    ]);
  });

  test('a message for a whole device', () => {
    expect(only('device-discovery')).toMatchObject({
      id: 'device:ea334450945afc',
      title: 'Kitchen',
      values: { temperature: 20.3, humidity: 43.7, blind: 'stopped', blind_position: 80 },
      available: true,
    });
  });

  test('are the same in whatever order the messages came', () => {
    const messages = fixtures.flatMap(fixture);
    expect(entitiesOf(messages.toReversed())).toEqual(entitiesOf(messages));
  });
});

describe('entities', () => {
  test('a component without a device is an entity of its own, by its own name', () => {
    const [entity] = entitiesOf([
      retained('homeassistant/sensor/outside/config', { name: 'Outside', stat_t: 'o' }),
    ]);
    expect(entity).toMatchObject({ id: 'component:sensor/outside', title: 'Outside' });
  });

  test('a device with components of unknown kinds only is left out', () => {
    expect(entitiesOf([retained('homeassistant/camera/a/config', { t: 'a' })])).toEqual([]);
  });

  test('a template that cannot be evaluated leaves the value as it is, and says so', () => {
    const [entity] = entitiesOf([
      retained('homeassistant/sensor/a/config', {
        state_topic: 's',
        unit_of_measurement: 'W',
        value_template: '{% for i in value %}{{ i }}{% endfor %}',
      }),
      { topic: 's', payload: '{"power":3}' },
    ]);
    expect(entity?.values).toEqual({ a: '{"power":3}' });
    expect(entity?.properties.a).toEqual({
      title: 'A',
      readOnly: true,
      description: expect.stringContaining('cannot be evaluated, because it uses for'),
    });
  });

  test('a command template that cannot be evaluated leaves a property that can only be read', () => {
    const [entity] = entitiesOf([
      retained('homeassistant/number/a/config', {
        state_topic: 's',
        command_topic: 'c',
        command_template: '{{ states("x") }}',
      }),
    ]);
    expect(entity?.properties.a).toMatchObject({
      readOnly: true,
      description: expect.stringContaining('cannot be set'),
    });
  });

  test('no text of a device breaks what is stored', () => {
    const [entity] = entitiesOf([
      retained('homeassistant/sensor/a/config', {
        name: '\u0000\u0007\ud800',
        state_topic: 's',
        dev: { ids: ['d'], name: 'n'.repeat(1000), mf: 'a\nb' },
      }),
      { topic: 's', payload: 'x\u0000y' },
    ]);
    expect(entity?.title).toHaveLength(200);
    expect(entity?.description).toBe('a b');
    expect(entity?.values).toEqual({ a: 'xy' });
    expect(JSON.stringify(entity)).not.toMatch(/\\u0000|\\ud800/);
  });

  test.each(['None', '', 'x'.repeat(5000)])('the state %.10j is not known', (payload) => {
    const [entity] = entitiesOf([
      retained('homeassistant/sensor/a/config', { state_topic: 's' }),
      { topic: 's', payload },
    ]);
    expect(entity?.values).toEqual({});
  });
});
