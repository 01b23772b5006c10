import {
  mqttDevicesOf,
  mqttFixture,
  retained,
  type RetainedMessage,
} from '@trellis/connectors/testing';

const device = (id: string) => ({ identifiers: [id], name: 'Board' });

/** A component of a board; without `unique_id`, its topic is its id. */
const announced = (kind: string, key: string, options: object) =>
  retained(
    `homeassistant/${kind}/board/${key}/config`,
    Object.assign({ device: device('board'), state_topic: `board/${key}` }, options),
  );

const relay = (key: string, options: object = {}) =>
  announced('switch', key, Object.assign({ command_topic: `board/${key}/set` }, options));

const lamp = (key: string) =>
  announced('light', key, {
    schema: 'json',
    brightness: true,
    unique_id: `board_${key}`,
    command_topic: `board/${key}/set`,
  });

const temperature = { device_class: 'temperature', unit_of_measurement: '°C' };

/** Messages of devices of several components: of real ones, and of boards whose components share names. */
export const announcingDevices: Record<string, RetainedMessage[]> = {
  'Zigbee2MQTT plug': mqttFixture('zigbee2mqtt-plug'),
  'Zigbee2MQTT motion sensor': mqttFixture('zigbee2mqtt-motion'),
  'Zigbee2MQTT lamp': mqttFixture('zigbee2mqtt-light'),
  Tasmota: mqttFixture('tasmota'),
  'Tasmota with its own announcements': mqttFixture('tasmota-native'),
  ESPHome: mqttFixture('esphome'),
  'two relays': [relay('left'), relay('right'), retained('board/left', 'ON')],
  'relays and lamps': [
    relay('relay1', { unique_id: 'board_r1', name: 'Pump' }),
    relay('relay2', { unique_id: 'board_r2' }),
    lamp('lamp1'),
    lamp('lamp2'),
    retained('board/lamp2', { state: 'ON', brightness: 255 }),
    retained('board/relay1', 'ON'),
  ],
  'a thermostat whose sensor is announced as well': [
    announced('climate', 'heating', {
      modes: ['off', 'heat'],
      mode_command_topic: 'board/mode/set',
      current_temperature_topic: 'board/heating',
      current_temperature_template: '{{ value_json.local }}',
      temperature_command_topic: 'board/target/set',
      temperature_unit: 'C',
    }),
    announced('sensor', 'local', {
      ...temperature,
      state_topic: 'board/heating',
      value_template: '{{ value_json.local }}',
    }),
    announced('sensor', 'outside', { ...temperature, name: 'Outside' }),
    announced('sensor', 'chip', { ...temperature, entity_category: 'diagnostic' }),
    retained('board/heating', { local: 21 }),
    retained('board/outside', '4'),
  ],
  'components that are named after themselves': [
    announced('sensor', 'mode', {}),
    announced('select', 'mode', { options: ['a', 'b'], command_topic: 'board/mode/set' }),
    announced('number', 'mode', { command_topic: 'board/mode/set' }),
    announced('sensor', 'battery', { device_class: 'battery' }),
    announced('sensor', 'volts', { device_class: 'voltage', unit_of_measurement: 'V' }),
    retained('board/mode', '1'),
  ],
};

/** Returns the messages that announce components. */
export const announcementsOf = (messages: RetainedMessage[]): RetainedMessage[] =>
  messages.filter(({ topic }) => /\/(config|sensors)$/.test(topic));

export { mqttDevicesOf as devicesOf, retained, type RetainedMessage };
