import { describe, expect, test } from '@jest/globals';
import { affordanceOf, roleOf } from '@trellis/connector-sdk';
import { devicesOf, retained, values } from './testing/fixtures.js';

const identifiers = ['zigbee2mqtt_0x1'];

/** Announces a component of a device whose state is one message. */
const announce = (kind: string, key: string, options: Record<string, unknown> = {}) =>
  retained(`homeassistant/${kind}/0x1/${key}/config`, {
    state_topic: 'z/device',
    device: { identifiers, name: 'Device' },
    ...options,
  });

const member = (name: string) => ({ value_template: `{{ value_json["${name}"] }}` });

/** Returns the only device of these components, with this state. */
function deviceWith(announcements: ReturnType<typeof announce>[], state: object) {
  const devices = devicesOf([...announcements, retained('z/device', state)]);
  expect(devices).toHaveLength(1);
  return devices[0]!;
}

const shown = ({ abilities }: ReturnType<typeof deviceWith>) =>
  abilities.map((ability) => [ability.name, roleOf(ability), ability.capability]);

const celsius = { device_class: 'temperature', unit_of_measurement: '°C' };
const diagnostic = { entity_category: 'diagnostic' };

describe('the role of a component', () => {
  test('is that of its category; without a plain name it makes the device no sensor', () => {
    const device = deviceWith(
      [
        announce('binary_sensor', 'contact', {
          device_class: 'door',
          payload_on: false,
          payload_off: true,
          ...member('contact'),
        }),
        announce('sensor', 'device_temperature', {
          ...celsius,
          ...diagnostic,
          ...member('device_temperature'),
        }),
        announce('sensor', 'voltage', {
          device_class: 'voltage',
          unit_of_measurement: 'mV',
          ...diagnostic,
          ...member('voltage'),
        }),
      ],
      { contact: true, device_temperature: 34, voltage: 3005 },
    );
    expect(shown(device)).toEqual([
      ['open', 'primary', 'open'],
      ['device_temperature', 'diagnostic', undefined],
      ['sensor_voltage', 'diagnostic', undefined],
    ]);
    expect(values(device)).toEqual({
      open: false,
      device_temperature: 34,
      sensor_voltage: 3.005,
    });
    const [, temperature] = device.abilities.map(affordanceOf);
    expect(temperature).toMatchObject({ type: 'number', unit: '°C', role: 'diagnostic' });
    expect(temperature).not.toHaveProperty('@type');
  });

  test('is diagnostic for a battery, which keeps its name', () => {
    const battery = { device_class: 'battery', unit_of_measurement: '%', ...member('battery') };
    for (const category of [{}, diagnostic]) {
      const device = deviceWith([announce('sensor', 'battery', { ...battery, ...category })], {
        battery: 80,
      });
      expect(shown(device)).toEqual([['battery', 'diagnostic', 'battery']]);
    }
  });

  test.each(['constructor', '__proto__', 'toString', 5])(
    'is primary with the category %j',
    (one) => {
      const options = { ...celsius, ...member('temperature'), entity_category: one };
      const device = deviceWith([announce('sensor', 'temperature', options)], { temperature: 20 });
      expect(shown(device)).toEqual([['temperature', 'primary', 'temperature']]);
    },
  );

  test('is not primary where the component is disabled by default', () => {
    const disabled = { enabled_by_default: false };
    const device = deviceWith(
      [
        announce('sensor', 'temperature', { ...celsius, ...disabled, ...member('temperature') }),
        announce('switch', 'relay', { command_topic: 'z/set', ...disabled }),
        announce('update', 'firmware', {
          command_topic: 'z/set',
          payload_install: '1',
          entity_category: 'config',
        }),
      ],
      { temperature: 20 },
    );
    expect(shown(device)).toEqual([
      ['sensor_temperature', 'diagnostic', undefined],
      ['relay', 'configuration', undefined],
      ['installed_version', 'diagnostic', undefined],
      ['latest_version', 'diagnostic', undefined],
      ['install_update', 'configuration', undefined],
    ]);
  });

  test('gives each ability of a setting with several a name of its own', () => {
    const indicator = {
      schema: 'json',
      brightness: true,
      command_topic: 'z/set',
      name: 'LED',
      entity_category: 'config',
    };
    const device = deviceWith(
      [
        announce('light', 'led', indicator),
        announce('light', 'lamp', { ...indicator, name: null, entity_category: undefined }),
      ],
      { state: 'ON', brightness: 255 },
    );
    expect(shown(device)).toEqual([
      ['on', 'primary', 'light'],
      ['brightness', 'primary', 'light'],
      ['led_on', 'configuration', undefined],
      ['led_brightness', 'configuration', undefined],
    ]);
    const titles = device.abilities.map((ability) => affordanceOf(ability).title);
    expect(titles).toEqual(['On', 'Brightness', 'LED: On', 'LED: Brightness']);
  });
});

test('the temperature of a thermostat that is announced as a sensor, too, is one property', () => {
  const sensor = announce('sensor', 'local_temperature', {
    ...celsius,
    ...member('local_temperature'),
  });
  const climate = announce('climate', 'climate', {
    current_temperature_topic: 'z/device',
    current_temperature_template: '{{ value_json["local_temperature"] }}',
  });
  const other = announce('sensor', 'floor', { ...celsius, ...member('floor') });
  const state = { local_temperature: 21.3, floor: 24 };
  expect(values(deviceWith([climate, sensor], state))).toEqual({ temperature: 21.3 });
  expect(values(deviceWith([climate, sensor, other], state))).toEqual({
    temperature_1: 21.3,
    temperature_2: 24,
  });
  const setting = announce('climate', 'climate', {
    current_temperature_topic: 'z/device',
    current_temperature_template: '{{ value_json["local_temperature"] }}',
    entity_category: 'config',
  });
  expect(values(deviceWith([setting, sensor], state))).toMatchObject({ temperature: 21.3 });
});

describe('a switch of Zigbee2MQTT', () => {
  const relay = (key: string, name = key) =>
    announce('switch', key, { command_topic: 'z/set', ...member(name) });

  test.each(['state', 'state_left', 'state_l1'])('that shows %s is what the device is', (name) => {
    const device = deviceWith([relay('switch', name)], { [name]: 'ON' });
    expect(shown(device)).toEqual([['on', 'primary', 'switch']]);
  });

  test.each([
    ['by its identifier', {}],
    [
      'by the origin of the announcement',
      { device: { identifiers: ['0x1'] }, o: { name: 'Zigbee2MQTT' } },
    ],
  ])('that shows anything else is named after that: recognized %s', (_how, options) => {
    const device = deviceWith(
      [
        announce('switch', 'mirror_display', {
          command_topic: 'z/set',
          ...member('mirror_display'),
          ...options,
        }),
      ],
      { mirror_display: 'ON' },
    );
    expect(shown(device)).toEqual([['mirror_display', 'primary', undefined]]);
    expect(values(device)).toEqual({ mirror_display: true });
  });

  test('opens the network under a name that nobody switches with the lamps', () => {
    const device = deviceWith(
      [
        announce('switch', 'permit_join', {
          name: 'Permit join',
          command_topic: 'zigbee2mqtt/bridge/request/permit_join',
          payload_on: '{"time": 254}',
          payload_off: '{"time": 0}',
          state_on: 'true',
          state_off: 'false',
          value_template: '{{ value_json.permit_join | lower }}',
          device: { identifiers: ['zigbee2mqtt_bridge_0x1'] },
        }),
      ],
      { permit_join: false },
    );
    expect(values(device)).toEqual({ permit_join: false });
  });
});

test('a sensor of a lock shows whether it is locked, for which the device has OFF', () => {
  const announced = [announce('binary_sensor', 'door', { device_class: 'lock' })];
  const locked = (payload: string) =>
    values(devicesOf([...announced, retained('z/device', payload)])[0]!);
  expect(locked('ON')).toEqual({ locked: false });
  expect(locked('OFF')).toEqual({ locked: true });
});
