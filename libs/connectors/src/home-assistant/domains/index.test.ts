import { describe, expect, test } from '@jest/globals';
import { actionAffordance, propertyAffordance } from '@trellis/connector-sdk';
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
])('the call of %s %j: %s', (id, attributes, name, input, call) => {
  const supported_features = allFeatures;
  expect(callOf(name, input, id, 'on', { supported_features, ...attributes })).toEqual(call);
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
  ['lock', 'it is unlocked'],
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
  const attributes = { supported_features: allFeatures, options: ['a'], hvac_modes: ['off'] };
  const affordancesIn = (state: string) =>
    abilitiesOf(`${domain}.a`, state, attributes).map((ability) => [
      ability.name,
      'property' in ability ? ability.property : ability.action,
    ]);

  test('has the same abilities in every state', () => {
    expect(affordancesIn('on')).not.toHaveLength(0);
    expect(affordancesIn('unavailable')).toEqual(affordancesIn('on'));
  });

  test('has valid affordances, and no values while the entity is unavailable', () => {
    for (const ability of abilitiesOf(`${domain}.a`, 'on', attributes)) {
      if ('property' in ability) propertyAffordance.parse(ability.property);
      else actionAffordance.parse(ability.action);
    }
    for (const { value } of propertiesOf(`${domain}.a`, 'unavailable', attributes)) {
      expect(value).toBeUndefined();
    }
  });
});
