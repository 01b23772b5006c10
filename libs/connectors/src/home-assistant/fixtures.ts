import type { Area, Device, Floor, Registered, State } from './house.js';

/** What a Home Assistant for tests knows; its services change the states. */
export interface HouseState {
  /** As `get_config` answers it, in the parts that matter. */
  config: { state: string; recovery_mode: boolean; unit_system: Record<string, string> };
  areas: Area[];
  floors: Floor[];
  devices: Device[];
  entities: Registered[];
  states: Map<string, State>;
  /** Entities that fail when something is asked of them. */
  broken: Set<string>;
}

const time = '2026-11-20T18:00:00+00:00';

const state = (entity_id: string, value: string, attributes: Record<string, unknown> = {}) =>
  [
    entity_id,
    {
      ...{ entity_id, state: value, attributes, last_changed: time, last_updated: time },
      context: { id: '01JD5SZ7M3Q4', parent_id: null, user_id: null },
    },
  ] as const;

/** An entry of the entity registry (`as_partial_dict` of `helpers/entity_registry.py`). */
export const part = (entity_id: string, device_id: string | null, more: object = {}) => ({
  ...{ area_id: null, categories: {}, config_entry_id: 'entry', device_id, disabled_by: null },
  ...{ entity_category: null, entity_id, has_entity_name: true, hidden_by: null, icon: null },
  ...{ id: `registry-${entity_id}`, labels: [], name: null, options: {}, original_name: null },
  ...{ platform: 'demo', translation_key: null, unique_id: `unique-${entity_id}`, ...more },
});

/** An entry of the device registry. */
const device = (id: string, name: string, model: string, area_id: string | null) => ({
  ...{ area_id, configuration_url: null, config_entries: ['entry'], connections: [] },
  ...{ disabled_by: null, entry_type: null, hw_version: null, id, identifiers: [['demo', id]] },
  ...{ labels: [], manufacturer: 'Acme', model, model_id: null, name, name_by_user: null },
  ...{ serial_number: null, sw_version: '1.2', via_device_id: null },
});

const diagnostic = { entity_category: 'diagnostic' };

const devices = (): Device[] => [
  device('lamp', 'Reading lamp', 'Hue Go', 'living_room'),
  device('thermostat', 'Thermostat', 'T6', 'living_room'),
  device('shutter', 'Shutter', 'Roller 2', 'bedroom'),
  device('door', 'Front door', 'Lock 3', null),
  device('strip', 'Power strip', 'Strip', 'bedroom'),
  { ...device('air', 'SNZB-02', 'SNZB-02', 'bedroom'), name_by_user: 'Bedroom air' },
  device('fan', 'Ceiling fan', 'Breeze', 'bedroom'),
  device('robot', 'Robot', 'S7', null),
  device('tv', 'Television', 'OLED', 'living_room'),
  device('remote', 'Remote control', 'Dimmer switch', 'living_room'),
  { ...device('off', 'Old gateway', 'GW', null), disabled_by: 'user' },
];

const entities = (): Registered[] => [
  part('light.reading_lamp', 'lamp'),
  part('sensor.reading_lamp_battery', 'lamp', { ...diagnostic, original_name: 'Battery' }),
  part('sensor.reading_lamp_rssi', 'lamp', { ...diagnostic, original_name: 'Signal strength' }),
  part('number.reading_lamp_transition', 'lamp', { entity_category: 'config' }),
  part('climate.thermostat', 'thermostat'),
  part('cover.shutter', 'shutter'),
  part('lock.front_door', 'door', { area_id: 'living_room' }),
  part('switch.strip_1', 'strip', { original_name: 'Outlet 1' }),
  part('switch.strip_2', 'strip', { original_name: 'Outlet 2', name: 'Radio' }),
  part('sensor.strip_power', 'strip', { original_name: 'Power' }),
  part('sensor.air_t', 'air', { has_entity_name: false, original_name: 'SNZB-02 Temperature' }),
  part('sensor.air_h', 'air', { has_entity_name: false, original_name: 'SNZB-02 Humidity' }),
  part('fan.ceiling', 'fan'),
  part('vacuum.robot', 'robot'),
  part('button.robot_empty', 'robot', { original_name: 'Empty the bin' }),
  part('media_player.tv', 'tv'),
  part('event.remote_button_1', 'remote', { original_name: 'Button 1' }),
  part('event.remote_button_2', 'remote', { original_name: 'Button 2' }),
  part('sensor.old_gateway', 'off'),
  part('sensor.hidden', null, { hidden_by: 'user' }),
  part('sensor.disabled', null, { disabled_by: 'integration' }),
  part('sensor.outside', null, { area_id: 'garden' }),
];

const unit = (unit_of_measurement: string, device_class: string) => ({
  ...{ unit_of_measurement, device_class, state_class: 'measurement' },
});

const ofDevices = (): (readonly [string, State])[] => [
  state('light.reading_lamp', 'on', {
    ...{ friendly_name: 'Reading lamp', supported_features: 44, effect_list: ['off', 'candle'] },
    ...{ supported_color_modes: ['color_temp', 'hs'], color_mode: 'color_temp', effect: 'off' },
    ...{ brightness: 128, hs_color: [30, 60], color_temp_kelvin: 2700 },
    ...{ min_color_temp_kelvin: 2000, max_color_temp_kelvin: 6500 },
  }),
  state('sensor.reading_lamp_battery', '88', unit('%', 'battery')),
  state('sensor.reading_lamp_rssi', '-60', unit('dBm', 'signal_strength')),
  state('number.reading_lamp_transition', '1', { min: 0, max: 10, step: 1 }),
  state('climate.thermostat', 'heat', {
    ...{ supported_features: 17 + 384, current_temperature: 20.5, temperature: 21 },
    ...{ min_temp: 7, max_temp: 30, target_temp_step: 0.5, hvac_action: 'heating' },
    ...{ hvac_modes: ['off', 'heat', 'auto'], preset_modes: ['none', 'eco'], preset_mode: 'none' },
  }),
  state('cover.shutter', 'open', {
    ...{ device_class: 'shutter', current_position: 100, supported_features: 15 },
  }),
  state('lock.front_door', 'locked', {
    ...{ friendly_name: 'Front door', code_format: '^\\d{4}$', supported_features: 0 },
  }),
  state('switch.strip_1', 'on', { device_class: 'outlet' }),
  state('switch.strip_2', 'off', { device_class: 'outlet' }),
  state('sensor.strip_power', 'unknown', unit('W', 'power')),
  state('sensor.air_t', '19.2', unit('°C', 'temperature')),
  state('sensor.air_h', '48', unit('%', 'humidity')),
  state('fan.ceiling', 'on', {
    ...{ supported_features: 51, percentage: 33, percentage_step: 33.3, oscillating: false },
  }),
  state('vacuum.robot', 'docked', { supported_features: 8192 + 16 + 4 }),
  state('button.robot_empty', 'unknown'),
  state('media_player.tv', 'off', { supported_features: 1 + 4 + 8 + 128 + 256 + 16_384 }),
  ...[1, 2].map((n) =>
    state(`event.remote_button_${n}`, time, {
      ...{ event_types: ['short_release', 'long_release'], event_type: 'short_release' },
    }),
  ),
];

const ofNoDevice = (): (readonly [string, State])[] => [
  state('sensor.old_gateway', '1'),
  state('sensor.hidden', '1'),
  state('sensor.disabled', '1'),
  state('sensor.outside', '4.5', {
    ...{ friendly_name: 'Outside temperature', ...unit('°C', 'temperature') },
  }),
  state('weather.home', 'cloudy', {
    ...{ friendly_name: 'Weather', temperature: 5, temperature_unit: '°C', humidity: 80 },
    ...{ pressure: 1009, pressure_unit: 'hPa', wind_speed: 12, wind_speed_unit: 'km/h' },
  }),
  state('binary_sensor.window', 'unavailable', { device_class: 'window' }),
  state('scene.evening', time, { friendly_name: 'Evening' }),
  state('script.good_night', 'off', { friendly_name: 'Good night' }),
  state('input_boolean.guests', 'off', { friendly_name: 'Guests' }),
  state('input_number.target', '3', { friendly_name: 'Target', min: 0, max: 10, step: 0.5 }),
  state('input_select.mode', 'home', { friendly_name: 'Mode', options: ['home', 'away'] }),
  state('person.alice', 'home', { friendly_name: 'Alice' }),
  state('sun.sun', 'below_horizon'),
];

/** Two floors, three areas, and some of each kind of device that people have. */
export const newHouse = (): HouseState => ({
  config: {
    state: 'RUNNING',
    recovery_mode: false,
    unit_system: { temperature: '°C', pressure: 'Pa', wind_speed: 'm/s', length: 'km' },
  },
  floors: [
    { floor_id: 'ground', name: 'Ground floor', level: 0, icon: null, aliases: [] },
    { floor_id: 'upper', name: 'Upper floor', level: 1, icon: null, aliases: [] },
  ],
  areas: [
    { area_id: 'living_room', name: 'Living room', floor_id: 'ground', labels: [] },
    { area_id: 'bedroom', name: 'Bedroom', floor_id: 'upper', labels: [] },
    { area_id: 'garden', name: 'Garden', floor_id: null, labels: [] },
  ],
  devices: devices(),
  entities: entities(),
  states: new Map<string, State>([...ofDevices(), ...ofNoDevice()]),
  broken: new Set(),
});
