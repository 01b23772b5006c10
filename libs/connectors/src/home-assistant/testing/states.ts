import type { State } from '../domains/domain.js';

const time = '2026-11-20T18:00:00+00:00';

const state = (
  entity_id: string,
  value: string,
  attributes: Record<string, unknown> = {},
): State => ({
  entity_id,
  state: value,
  attributes,
  last_changed: time,
  last_updated: time,
  context: { id: '01JD5SZ7M3Q4', parent_id: null, user_id: null },
});

const measured = (unit_of_measurement: string, device_class: string) => ({
  unit_of_measurement,
  device_class,
  state_class: 'measurement',
});

const remoteButton = (number: number): State =>
  state(`event.remote_button_${number}`, time, {
    event_types: ['short_release', 'long_release'],
    event_type: 'short_release',
  });

/** The states of the entities of devices. */
export const newDeviceStates = (): State[] => [
  state('light.reading_lamp', 'on', {
    friendly_name: 'Reading lamp',
    supported_features: 44,
    effect_list: ['off', 'candle'],
    supported_color_modes: ['color_temp', 'hs'],
    color_mode: 'color_temp',
    effect: 'off',
    brightness: 128,
    hs_color: [30, 60],
    color_temp_kelvin: 2700,
    min_color_temp_kelvin: 2000,
    max_color_temp_kelvin: 6500,
  }),
  state('sensor.reading_lamp_battery', '88', measured('%', 'battery')),
  state('sensor.reading_lamp_rssi', '-60', measured('dBm', 'signal_strength')),
  state('number.reading_lamp_transition', '1', { min: 0, max: 10, step: 1 }),
  state('update.reading_lamp_firmware', 'on', {
    device_class: 'firmware',
    installed_version: '1.104.2',
    latest_version: '1.108.1',
    in_progress: false,
    supported_features: 5,
  }),
  state('climate.thermostat', 'heat', {
    supported_features: 1 + 16 + 128 + 256,
    current_temperature: 20.5,
    temperature: 21,
    min_temp: 7,
    max_temp: 30,
    target_temp_step: 0.5,
    hvac_action: 'heating',
    hvac_modes: ['off', 'heat', 'auto'],
    preset_modes: ['none', 'eco'],
    preset_mode: 'none',
  }),
  state('cover.shutter', 'open', {
    device_class: 'shutter',
    current_position: 100,
    supported_features: 1 + 2 + 4 + 8,
  }),
  state('lock.front_door', 'locked', {
    friendly_name: 'Front door',
    code_format: '^\\d{4}$',
    supported_features: 0,
  }),
  state('switch.strip_1', 'on', { device_class: 'outlet' }),
  state('switch.strip_2', 'off', { device_class: 'outlet' }),
  state('sensor.strip_power', 'unknown', measured('W', 'power')),
  state('sensor.air_t', '19.2', measured('°C', 'temperature')),
  state('sensor.air_h', '48', measured('%', 'humidity')),
  state('fan.ceiling', 'on', {
    supported_features: 1 + 2 + 16 + 32,
    percentage: 33,
    percentage_step: 33.3,
    oscillating: false,
  }),
  state('vacuum.robot', 'docked', { supported_features: 4 + 16 + 8192 }),
  state('button.robot_empty', 'unknown'),
  state('media_player.tv', 'off', { supported_features: 1 + 4 + 8 + 128 + 256 + 16_384 }),
  remoteButton(1),
  remoteButton(2),
];

/** The states of entities that belong to no device, and of those that are not shown. */
export const newOtherStates = (): State[] => [
  state('sensor.old_gateway', '1'),
  state('sensor.hidden', '1'),
  state('sensor.disabled', '1'),
  state('sensor.outside', '4.5', {
    friendly_name: 'Outside temperature',
    ...measured('°C', 'temperature'),
  }),
  state('weather.home', 'cloudy', {
    friendly_name: 'Weather',
    temperature: 5,
    temperature_unit: '°C',
    humidity: 80,
    pressure: 1009,
    pressure_unit: 'hPa',
    wind_speed: 12,
    wind_speed_unit: 'km/h',
  }),
  state('binary_sensor.window', 'unavailable', { device_class: 'window' }),
  state('scene.evening', time, { friendly_name: 'Evening' }),
  state('script.good_night', 'off', { friendly_name: 'Good night' }),
  state('input_boolean.guests', 'off', { friendly_name: 'Guests' }),
  state('input_number.target', '3', { friendly_name: 'Target', min: 0, max: 10, step: 0.5 }),
  state('input_select.mode', 'home', { friendly_name: 'Mode', options: ['home', 'away'] }),
  state('person.alice', 'home', { friendly_name: 'Alice' }),
  state('sun.sun', 'below_horizon', {
    friendly_name: 'Sun',
    elevation: -12.3,
    azimuth: 250.1,
    rising: false,
    next_rising: '2026-11-21T06:41:00+00:00',
  }),
  state('camera.gate', 'idle', {
    friendly_name: 'Gate',
    supported_features: 0,
    entity_picture: '/api/camera_proxy/camera.gate?token=0123456789abcdef',
  }),
  state('calendar.family', 'off', {
    friendly_name: 'Family',
    supported_features: 7,
    message: 'Dentist',
    all_day: false,
    start_time: '2026-11-23 09:00:00',
    end_time: '2026-11-23 10:00:00',
  }),
  state('todo.shopping', '2', { friendly_name: 'Shopping', supported_features: 7 }),
  state('notify.alice', 'unknown', { friendly_name: 'Tell Alice', supported_features: 1 }),
  state('input_datetime.alarm', '06:30:00', {
    friendly_name: 'Alarm',
    has_date: false,
    has_time: true,
  }),
  state('group.downstairs', 'on', {
    friendly_name: 'Downstairs',
    entity_id: ['light.reading_lamp', 'switch.strip_1'],
  }),
  state('zone.home', '1', { friendly_name: 'Home', radius: 100 }),
  state('conversation.home_assistant', 'unknown'),
];
