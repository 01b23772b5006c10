import { expect, test } from '@jest/globals';
import { event, withKeys, type Entity } from '@trellis/connector-sdk';
import { compareStates } from './computed-states.js';
import type { KnownDevice } from './zigbee2mqtt.js';

const topic = 'zigbee2mqtt/0x1';

const announce = (kind: string, name: string, options: object) => ({
  topic: `homeassistant/${kind}/0x1/${name}/config`,
  payload: JSON.stringify({
    unique_id: `0x1_${name}`,
    state_topic: topic,
    value_template: `{{ value_json.${name} }}`,
    ...options,
  }),
});

const announcements = [
  announce('sensor', 'local_temperature', { unit_of_measurement: '°F' }),
  announce('sensor', 'fault', {}),
  announce('binary_sensor', 'lock', { payload_on: true, payload_off: false, device_class: 'lock' }),
  announce('number', 'level', { max: 10 }),
  announce('select', 'mode', { options: ['eco'] }),
  announce('sensor', 'hidden', {}),
];

const device: KnownDevice = {
  model: 'Vendor Model',
  address: '0x1',
  isRemote: false,
  announcements,
  laterAnnouncements: [],
  description: {},
  states: [
    {
      topic,
      payload: JSON.stringify({
        local_temperature: 68,
        fault: 7,
        lock: true,
        level: 11,
        mode: 'x',
        hidden: 'x',
      }),
    },
  ],
};

const keysOf = (kind: string, name: string) => ({
  kind: 'property' as const,
  name,
  keys: withKeys(`${kind} 0x1_${name}`, [event('', {})])[0]!.keys!.map((key) =>
    key.replace(' event ', ' property '),
  ),
});

const entityWith = (values: Entity['values']): Entity => ({
  id: 'device:zigbee2mqtt_0x1',
  title: 'One',
  types: [],
  properties: { local_temperature: { type: 'number', unit: '°C' } },
  actions: {},
  events: {},
  values,
  available: true,
  keys: [
    keysOf('sensor', 'local_temperature'),
    keysOf('sensor', 'fault'),
    keysOf('binary_sensor', 'lock'),
    keysOf('number', 'level'),
    keysOf('select', 'mode'),
  ],
});

test('values are as Home Assistant computes them, in the unit of the property, or differ', () => {
  const right = { local_temperature: 20, fault: '7', lock: false };
  const compare = (values: Entity['values']) => compareStates([device], [entityWith(values)]);
  expect(compare(right)).toEqual({ compared: 5, equal: 5, hidden: 1, differences: [] });
  const wrong = { ...right, fault: 7, level: 11 };
  expect(compare(wrong)).toMatchObject({
    equal: 3,
    differences: ['Vendor Model: fault is 7, not "7"', 'Vendor Model: level is 11, not undefined'],
  });
});
