import { describe, expect, test } from '@jest/globals';
import {
  actionAffordance,
  affordanceOf,
  eventAffordance,
  propertyAffordance,
  Rejected,
} from '@trellis/connector-sdk';
import { abilitiesOf, actionOf, callOf, propertiesOf, valuesOf } from '../testing/abilities.js';
import { domains } from './index.js';

test.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
  ['switch.a', 'off', {}, { on: false }],
  ['switch.a', 'unknown', {}, { on: null }],
  ['lock.a', 'unlocking', {}, { locked: false, lock_state: 'unlocking' }],
  ['lock.a', 'jammed', {}, { locked: null, lock_state: 'jammed' }],
  ['alarm_control_panel.a', 'armed_away', {}, { state: 'armed_away' }],
  ['valve.a', 'closed', {}, { state: 'closed' }],
  ['number.a', '4', { min: 0, max: 9 }, { value: 4 }],
  ['number.a', 'unavailable', {}, { value: null }],
  ['select.a', 'b', { options: ['a', 'b'] }, { value: 'b' }],
  ['select.a', 'c', { options: ['a', 'b'] }, { value: null }],
  ['text.a', 'hello', { min: 0, max: 20 }, { value: 'hello' }],
  ['text.a', 'secret', { mode: 'password' }, { value: null }],
  ['lawn_mower.a', 'mowing', {}, { state: 'mowing' }],
  ['device_tracker.a', 'not_home', {}, { value: 'not_home' }],
  ['humidifier.a', 'on', { humidity: 45 }, { on: true, target_humidity: 45 }],
  ['media_player.a', 'idle', { supported_features: 384 }, { on: true, state: 'idle' }],
  ['media_player.a', 'standby', { supported_features: 384 }, { on: false, state: 'standby' }],
  ['event.a', 'unknown', { event_types: ['press'] }, { event: null, event_time: null }],
  [
    'update.a',
    'on',
    { installed_version: '1.0', latest_version: '1.1', in_progress: false },
    { update_available: true, installed_version: '1.0', latest_version: '1.1', updating: false },
  ],
  [
    'camera.a',
    'recording',
    { entity_picture: '/api/camera_proxy/camera.a?token=0f0f' },
    {
      state: 'recording',
      snapshot: 'http://homeassistant.local:8123/api/camera_proxy/camera.a?token=0f0f',
    },
  ],
  ['camera.a', 'off', { supported_features: 1 }, { on: false, snapshot: null }],
  ['camera.a', 'idle', { entity_picture: 'https://elsewhere.example/' }, { snapshot: null }],
  [
    'image.a',
    '2026-11-20T18:00:00+00:00',
    { entity_picture: '/api/image_proxy/image.a?token=0f0f' },
    {
      picture: 'http://homeassistant.local:8123/api/image_proxy/image.a?token=0f0f',
      updated: '2026-11-20T18:00:00+00:00',
    },
  ],
  [
    'calendar.a',
    'on',
    { message: 'Dinner', start_time: '2026-11-20 18:00:00', all_day: false },
    { active: true, message: 'Dinner', start_time: '2026-11-20 18:00:00', all_day: false },
  ],
  ['todo.a', '3', {}, { open_items: 3 }],
  [
    'sun.sun',
    'above_horizon',
    { elevation: 12.5, rising: true, next_dusk: '2026-11-20T16:40:00+00:00' },
    {
      state: 'above_horizon',
      elevation: 12.5,
      rising: true,
      next_dusk: '2026-11-20T16:40:00+00:00',
    },
  ],
  [
    'remote.a',
    'on',
    { supported_features: 4, activity_list: ['TV', 'Radio'], current_activity: 'TV' },
    { on: true, activity: 'TV' },
  ],
  ['date.a', '2026-11-20', {}, { value: '2026-11-20' }],
  ['date.a', '2026-13-20', {}, { value: null }],
  ['time.a', '18:00:00', {}, { value: '18:00:00' }],
  ['time.a', '25:00', {}, { value: null }],
  ['datetime.a', '2026-11-20T18:00:00+00:00', {}, { value: '2026-11-20T18:00:00+00:00' }],
  [
    'input_datetime.a',
    '2026-11-20 18:00:00',
    { has_date: true, has_time: true },
    { value: '2026-11-20 18:00:00' },
  ],
  ['input_datetime.a', '18:00:00', { has_date: false, has_time: true }, { value: '18:00:00' }],
  ['input_datetime.a', '2026-11-20', { has_date: true, has_time: false }, { value: '2026-11-20' }],
  ['notify.a', '2026-11-20T18:00:00+00:00', {}, { last_sent: '2026-11-20T18:00:00+00:00' }],
  ['group.a', 'on', { entity_id: ['light.a', 'switch.b'] }, { on: true }],
  ['group.a', 'home', { entity_id: ['person.a', 'person.b'] }, { state: 'home' }],
])('the state of %s: %s %j', (id, state, attributes, expected) => {
  expect(valuesOf(id, state, attributes)).toMatchObject(expected);
});

test('a selection without options has no abilities', () => {
  expect(abilitiesOf('select.a', 'c')).toEqual([]);
});

/** `supported_features` with every bit. */
const allFeatures = 2 ** 31 - 1;

test.each<[string, Record<string, unknown>, string, unknown, unknown[]]>([
  ['switch.a', {}, 'on', false, ['switch.turn_off']],
  ['siren.a', {}, 'on', true, ['siren.turn_on']],
  ['fan.a', {}, 'speed', 40, ['fan.set_percentage', { percentage: 40 }]],
  ['fan.a', {}, 'speed', 0.4, ['fan.set_percentage', { percentage: 1 }]],
  ['fan.a', {}, 'direction', 'reverse', ['fan.set_direction', { direction: 'reverse' }]],
  ['lock.a', { code_format: '.*' }, 'unlatch', { code: '1' }, ['lock.open', { code: '1' }]],
  ['lock.a', {}, 'lock', undefined, ['lock.lock']],
  ['alarm_control_panel.a', {}, 'arm_night', undefined, ['alarm_control_panel.alarm_arm_night']],
  [
    'alarm_control_panel.a',
    {},
    'disarm',
    { code: '7' },
    ['alarm_control_panel.alarm_disarm', { code: '7' }],
  ],
  ['valve.a', {}, 'valve_position', 10, ['valve.set_valve_position', { position: 10 }]],
  ['valve.a', {}, 'open', undefined, ['valve.open_valve']],
  ['number.a', {}, 'value', 4, ['number.set_value', { value: 4 }]],
  ['input_text.a', {}, 'value', 'hi', ['input_text.set_value', { value: 'hi' }]],
  ['select.a', { options: ['a'] }, 'value', 'a', ['select.select_option', { option: 'a' }]],
  ['humidifier.a', {}, 'target_humidity', 50, ['humidifier.set_humidity', { humidity: 50 }]],
  [
    'water_heater.a',
    { operation_list: ['eco'] },
    'mode',
    'eco',
    ['water_heater.set_operation_mode', { operation_mode: 'eco' }],
  ],
  ['vacuum.a', {}, 'return', undefined, ['vacuum.return_to_base']],
  ['lawn_mower.a', {}, 'return', undefined, ['lawn_mower.dock']],
  ['media_player.a', {}, 'volume', 50, ['media_player.volume_set', { volume_level: 0.5 }]],
  ['media_player.a', {}, 'muted', true, ['media_player.volume_mute', { is_volume_muted: true }]],
  ['media_player.a', {}, 'next', undefined, ['media_player.media_next_track']],
  ['input_button.a', {}, 'press', undefined, ['input_button.press']],
  ['script.a', {}, 'stop', undefined, ['script.turn_off']],
  ['update.a', {}, 'install_update', undefined, ['update.install']],
  ['camera.a', {}, 'on', false, ['camera.turn_off']],
  ['todo.a', {}, 'add_item', { item: 'Milk' }, ['todo.add_item', { item: 'Milk' }]],
  [
    'todo.a',
    {},
    'complete_item',
    { item: 'Milk' },
    ['todo.update_item', { item: 'Milk', status: 'completed' }],
  ],
  ['todo.a', {}, 'remove_item', { item: 'Milk' }, ['todo.remove_item', { item: 'Milk' }]],
  [
    'calendar.a',
    {},
    'create_event',
    { summary: 'Dinner', start: '2026-11-20 18:00:00', end: '2026-11-20 20:00:00' },
    [
      'calendar.create_event',
      {
        summary: 'Dinner',
        start_date_time: '2026-11-20 18:00:00',
        end_date_time: '2026-11-20 20:00:00',
      },
    ],
  ],
  ['remote.a', { activity_list: ['TV'] }, 'activity', 'TV', ['remote.turn_on', { activity: 'TV' }]],
  [
    'remote.a',
    {},
    'send_command',
    { command: ['up'] },
    ['remote.send_command', { command: ['up'] }],
  ],
  ['date.a', {}, 'value', '2026-11-20', ['date.set_value', { date: '2026-11-20' }]],
  ['time.a', {}, 'value', '18:00', ['time.set_value', { time: '18:00' }]],
  [
    'datetime.a',
    {},
    'value',
    '2026-11-20T18:00:00Z',
    ['datetime.set_value', { datetime: '2026-11-20T18:00:00Z' }],
  ],
  [
    'input_datetime.a',
    { has_date: true, has_time: true },
    'value',
    '2026-11-20 18:00:00',
    ['input_datetime.set_datetime', { datetime: '2026-11-20 18:00:00' }],
  ],
  ['notify.a', {}, 'send_message', { message: 'Hi' }, ['notify.send_message', { message: 'Hi' }]],
  ['group.a', { entity_id: ['light.a'] }, 'on', false, ['homeassistant.turn_off']],
])('the call of %s %j: %s', (id, attributes, name, input, call) => {
  const supported_features = allFeatures;
  expect(callOf(name, input, id, 'on', { supported_features, ...attributes })).toEqual(call);
});

test.each([
  ['date.a', 'tomorrow', {}],
  ['time.a', '25:00', {}],
  ['datetime.a', 'now', {}],
  ['input_datetime.a', '18:00:00', { has_date: true, has_time: true }],
])('%s does not take %s', (id, value, attributes) => {
  expect(() => callOf('value', value, id, 'unknown', attributes)).toThrow(Rejected);
});

test('a lock without a code takes no input; the format of a code is not shown', () => {
  expect(actionOf('lock', 'lock.a', 'locked')).not.toHaveProperty('input');
  const action = actionOf('lock', 'lock.a', 'locked', { code_format: '^(a+)+$' })!;
  expect(action.input).toMatchObject({ properties: { code: { type: 'string' } } });
  expect(JSON.stringify(action)).not.toContain('(a+)+');
});

test.each([
  ['battery_charging', 'the battery is charging'],
  ['carbon_monoxide', 'carbon monoxide is detected'],
  ['cold', 'it is cold'],
  ['connectivity', 'it is connected'],
  ['heat', 'it is hot'],
  ['light', 'light is detected'],
  ['moving', 'it is moving'],
  ['plug', 'it is plugged in'],
  ['power', 'power is detected'],
  ['problem', 'there is a problem'],
  ['running', 'it is running'],
  ['safety', 'it is unsafe'],
  ['sound', 'sound is detected'],
  ['update', 'an update is available'],
])('a binary sensor of the class %s says what true means', (device_class, meaning) => {
  const [ability] = propertiesOf('binary_sensor.a', 'on', { device_class });
  expect(ability).toMatchObject({
    name: 'value',
    value: true,
    property: { type: 'boolean', description: `True: ${meaning}.` },
  });
});

test('outlets are plugs; other switches are not', () => {
  const [outlet] = abilitiesOf('switch.a', 'on', { device_class: 'outlet' });
  expect(outlet).toMatchObject({ name: 'on', capability: 'plug' });
  expect(abilitiesOf('switch.a', 'on')[0]).toMatchObject({ name: 'on', capability: 'switch' });
});

describe.each([...domains.keys()])('the domain %s', (domain) => {
  const attributes = {
    supported_features: allFeatures,
    options: ['a'],
    hvac_modes: ['off'],
    has_date: true,
    entity_id: ['light.a'],
    entity_picture: '/api/picture',
  };
  const affordancesIn = (state: string) =>
    abilitiesOf(`${domain}.a`, state, attributes).map((ability) => [
      ability.name,
      affordanceOf(ability),
    ]);

  test('has the same abilities in every state', () => {
    expect(affordancesIn('on')).not.toHaveLength(0);
    expect(affordancesIn('unavailable')).toEqual(affordancesIn('on'));
  });

  test('has valid affordances, and no values while the entity is unavailable', () => {
    for (const ability of abilitiesOf(`${domain}.a`, 'on', attributes)) {
      if ('property' in ability) propertyAffordance.parse(ability.property);
      else if ('action' in ability) actionAffordance.parse(ability.action);
      else eventAffordance.parse(ability.event);
    }
    for (const { value } of propertiesOf(`${domain}.a`, 'unavailable', attributes)) {
      expect(value).toBeUndefined();
    }
  });

  test.each([null, [], {}, 'odd', -1e300, Number.NaN, true, [null], [[]], { a: { b: [] } }])(
    'makes valid affordances of attributes such as %j',
    (odd) => {
      const names = [...knownAttributes, ...Object.keys(attributes)];
      const given = Object.fromEntries(names.map((name) => [name, odd]));
      for (const state of ['on', '', 'unknown', '12', 'odd']) {
        for (const ability of abilitiesOf(`${domain}.a`, state, given)) {
          if ('property' in ability) propertyAffordance.parse(ability.property);
          else if ('action' in ability) actionAffordance.parse(ability.action);
          else eventAffordance.parse(ability.event);
        }
      }
    },
  );
});

/** Attributes that one domain or another reads. */
const knownAttributes = [
  'device_class',
  'state_class',
  'unit_of_measurement',
  'friendly_name',
  'code_format',
  'brightness',
  'hs_color',
  'color_temp_kelvin',
  'min_color_temp_kelvin',
  'effect_list',
  'supported_color_modes',
  'temperature',
  'current_temperature',
  'min_temp',
  'max_temp',
  'target_temp_step',
  'target_temp_low',
  'target_temp_high',
  'hvac_action',
  'preset_modes',
  'fan_modes',
  'swing_modes',
  'humidity',
  'current_humidity',
  'current_position',
  'percentage',
  'direction',
  'fan_speed_list',
  'source_list',
  'volume_level',
  'media_title',
  'event_types',
  'event_type',
  'min',
  'max',
  'step',
  'mode',
  'pressure',
  'pressure_unit',
  'wind_speed',
  'operation_list',
  'available_modes',
  'installed_version',
  'in_progress',
  'message',
  'start_time',
  'elevation',
  'next_dawn',
  'activity_list',
  'current_activity',
];
