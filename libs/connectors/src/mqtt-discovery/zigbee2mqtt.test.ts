import { expect, test } from '@jest/globals';
import type { Device, PropertyAbility } from '@trellis/connector-sdk';
import { devicesOf, retained, type RetainedMessage } from './testing/fixtures.js';

const address = '0x00158d0001234567';

const battery = retained(`homeassistant/sensor/${address}/battery/config`, {
  state_topic: 'zigbee2mqtt/Hall remote',
  value_template: '{{ value_json.battery }}',
  device_class: 'battery',
  unit_of_measurement: '%',
  device: { identifiers: [`zigbee2mqtt_${address}`], name: 'Hall remote' },
});

const remote = {
  ieee_address: address,
  friendly_name: 'Hall remote',
  definition: {
    exposes: [
      { type: 'numeric', name: 'battery', property: 'battery' },
      { type: 'enum', name: 'action', property: 'action', values: ['on', 'hold-up', 'recall_*'] },
    ],
  },
};

/** The only device, when the bridge describes these. */
function deviceWith(described: unknown, others: RetainedMessage[] = []): Device {
  const list = retained('zigbee2mqtt/bridge/devices', described);
  const devices = devicesOf([battery, list, ...others]);
  expect(devices).toHaveLength(1);
  return devices[0]!;
}

const eventsOf = ({ abilities }: Device) =>
  abilities.filter((one) => 'event' in one).map(({ name, capability }) => [name, capability]);

const events = [
  ['action_hold_up', 'button'],
  ['action_on', 'button'],
];

test('a remote control has its events before a button was pressed', () => {
  const device = deviceWith([{ type: 'Coordinator' }, remote]);
  expect(eventsOf(device)).toEqual(events);
  const topics = device.abilities.flatMap((one) =>
    'eventTopic' in one ? [(one.eventTopic as { topic: string }).topic] : [],
  );
  expect(topics).toEqual(['zigbee2mqtt/Hall remote/action', 'zigbee2mqtt/Hall remote/action']);
});

test('a trigger that is announced when it is used is the same event', () => {
  const trigger = retained(`homeassistant/device_automation/${address}/action_on/config`, {
    automation_type: 'trigger',
    type: 'action',
    subtype: 'on',
    payload: 'on',
    topic: 'zigbee2mqtt/Hall remote/action',
    device: { identifiers: [`zigbee2mqtt_${address}`], name: 'Hall remote' },
  });
  expect(eventsOf(deviceWith([remote], [trigger]))).toEqual(events);
});

test('of a device that is listed often, or with many actions, only so much is read', () => {
  const values = Array.from({ length: 5_000 }, (_, n) => `press_${n}`);
  const exposes = Array.from({ length: 1_000 }, () => ({ name: 'action', values: ['on', 'on'] }));
  const listed = (definition: object) => deviceWith(Array(5).fill({ ...remote, definition }));
  expect(eventsOf(listed({ exposes }))).toEqual([['action_on', 'button']]);
  expect(eventsOf(listed({ exposes: [{ name: 'action', values }] }))).toHaveLength(200);
});

test.each([
  ['no list', { devices: [remote] }],
  ['no device', [null, 5, 'x', {}]],
  ['a device that is not announced', [{ ...remote, ieee_address: '0x0000000000000001' }]],
  ['a device without a description', [{ ...remote, definition: null }]],
  ['a name that is no topic', [{ ...remote, friendly_name: 'a/+/#' }]],
  ['actions that are no texts', [{ ...remote, definition: { exposes: [{ name: 'action' }] } }]],
])('%s adds nothing', (_what, described) => {
  expect(eventsOf(deviceWith(described))).toEqual([]);
});

/** The `@type` of a sensor that Zigbee2MQTT announces for a member, and its value. */
function sensorOf(member: string, options: object = {}) {
  const announced = retained(`homeassistant/sensor/${address}/${member}/config`, {
    state_topic: 'zigbee2mqtt/Hall remote',
    value_template: `{{ value_json.${member} }}`,
    device: { identifiers: [`zigbee2mqtt_${address}`] },
    ...options,
  });
  const exposes = [{ type: 'enum', name: 'work_state', property: 'work_state', values: ['idle'] }];
  const state = retained('zigbee2mqtt/Hall remote', { [member]: 'busy' });
  const described = [{ ...remote, definition: { exposes } }];
  const { abilities } = deviceWith(described, [announced, state]);
  const shown = abilities.find(({ name }) => name === member) as PropertyAbility;
  return [shown.property['@type'], shown.value];
}

test('a text that is one of several is a choice, and may be one that is not announced', () => {
  expect(sensorOf('work_state')).toEqual(['trellis:Choice', 'busy']);
  expect(sensorOf('work_state', { entity_category: 'diagnostic' })).toEqual([undefined, 'busy']);
  expect(sensorOf('other_state')).toEqual([undefined, 'busy']);
  expect(sensorOf('work_state', { unit_of_measurement: 'V' })[0]).toBe('quantitykind:Voltage');
});

test.each([
  ['schedule_monday', 'trellis:Schedule'],
  ['schedule_type_used', undefined],
  ['action_user', 'trellis:EventDetail'],
  ['error_status', 'trellis:Fault'],
  ['sw1_name', 'trellis:Label'],
  ['model_name', undefined],
  ['irrigation_end_time', 'saref:Time'],
  ['total_time', undefined],
])('the text %s has the type %s', (member, type) => {
  expect(sensorOf(member)[0]).toBe(type);
});
