import { describe, expect, test } from '@jest/globals';
import { built } from '../testing/built.js';

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
    const thermostat = built('climate', heating);
    expect(
      Object.fromEntries(thermostat.names.map((name) => [name, thermostat.read(name, state)])),
    ).toEqual({
      temperature: 19.5,
      target_temperature: 21,
      mode: 'heat',
      preset: 'none',
      activity: 'heating',
    });
    expect(thermostat.write('target_temperature', 22.5)).toEqual([
      'c/occupied_heating_setpoint 22.5',
    ]);
    expect(thermostat.write('mode', 'off')).toEqual(['c/system_mode off']);
    expect(thermostat.affordance('mode')?.enum).toEqual(['off', 'heat']);
    expect(thermostat.write('preset', 'none')).toEqual(['c/preset none']);
    expect(thermostat.affordance('preset')?.enum).toEqual(['none', 'eco', 'boost']);
    expect(thermostat.affordance('target_temperature')).toMatchObject({
      unit: '°C',
      minimum: 5,
      maximum: 30,
    });
  });

  test('in degrees Fahrenheit is shown and set in degrees Celsius', () => {
    const device = built('climate', {
      current_temperature_topic: 'ct',
      temperature_state_topic: 'ts',
      temperature_command_topic: 't',
      temperature_unit: 'F',
      min_temp: 41,
    });
    expect(device.read('temperature', '68')).toBe(20);
    expect(device.read('target_temperature', '69.8')).toBe(21);
    expect(device.write('target_temperature', 21)).toEqual(['t 69.8']);
    expect(device.affordance('target_temperature')).toMatchObject({
      unit: '°C',
      minimum: 5,
      maximum: 35,
    });
  });

  test('may be turned on and off, and have a target humidity within percent', () => {
    const device = built('climate', {
      power_command_topic: 'p',
      payload_on: '1',
      payload_off: '0',
      target_humidity_command_topic: 'h',
      max_humidity: 120,
    });
    expect(device.write('on', true)).toEqual(['p 1']);
    expect(device.affordance('target_humidity')).toMatchObject({ minimum: 30, maximum: 100 });
  });

  test('may swing horizontally as well', () => {
    const device = built('climate', {
      swing_mode_command_topic: 'v',
      swing_horizontal_mode_state_topic: 's',
      swing_horizontal_mode_command_topic: 'h',
      swing_horizontal_modes: ['left', 'right'],
    });
    expect(device.names).toEqual(['swing_mode', 'swing_horizontal_mode']);
    expect(device.affordance('swing_horizontal_mode')?.enum).toEqual(['left', 'right']);
    expect(device.read('swing_horizontal_mode', 'left')).toBe('left');
    expect(device.write('swing_horizontal_mode', 'right')).toEqual(['h right']);
  });
});
