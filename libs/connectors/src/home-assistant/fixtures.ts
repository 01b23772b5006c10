import type { Area, Device, Floor, Registered, State } from './house.js';

/** What a Home Assistant for tests knows; its services change the states. */
export interface HouseState {
  areas: Area[];
  floors: Floor[];
  devices: Device[];
  entities: Registered[];
  states: Map<string, State>;
}

const state = (entity_id: string, value: string, attributes: Record<string, unknown> = {}) =>
  [entity_id, { entity_id, state: value, attributes }] as const;

const part = (entity_id: string, device_id: string | null, more: Partial<Registered> = {}) => ({
  entity_id,
  device_id,
  area_id: null,
  disabled_by: null,
  hidden_by: null,
  entity_category: null,
  name: null,
  original_name: null,
  ...more,
});

const device = (id: string, name: string, model: string, area_id: string | null) => ({
  id,
  name,
  name_by_user: null,
  manufacturer: 'Acme',
  model,
  area_id,
  disabled_by: null,
});

/** Two floors, three areas, and some of each kind of device that people have. */
export function newHouse(): HouseState {
  return {
    floors: [
      { floor_id: 'ground', name: 'Ground floor' },
      { floor_id: 'upper', name: 'Upper floor' },
    ],
    areas: [
      { area_id: 'living_room', name: 'Living room', floor_id: 'ground' },
      { area_id: 'bedroom', name: 'Bedroom', floor_id: 'upper' },
      { area_id: 'garden', name: 'Garden', floor_id: null },
    ],
    devices: [
      device('lamp', 'Reading lamp', 'Hue Go', 'living_room'),
      device('thermostat', 'Thermostat', 'T6', 'living_room'),
      device('shutter', 'Shutter', 'Roller 2', 'bedroom'),
      device('door', 'Front door', 'Lock 3', null),
      device('strip', 'Power strip', 'Strip', 'bedroom'),
      { ...device('off', 'Old gateway', 'GW', null), disabled_by: 'user' },
    ],
    entities: [
      part('light.reading_lamp', 'lamp'),
      part('sensor.reading_lamp_battery', 'lamp', {
        entity_category: 'diagnostic',
        original_name: 'Battery',
      }),
      part('sensor.reading_lamp_rssi', 'lamp', {
        entity_category: 'diagnostic',
        original_name: 'Signal strength',
      }),
      part('number.reading_lamp_transition', 'lamp', { entity_category: 'config' }),
      part('climate.thermostat', 'thermostat'),
      part('cover.shutter', 'shutter'),
      part('lock.front_door', 'door', { area_id: 'living_room' }),
      part('switch.strip_1', 'strip', { original_name: 'Outlet 1' }),
      part('switch.strip_2', 'strip', { original_name: 'Outlet 1', name: 'Radio' }),
      part('sensor.strip_power', 'strip', { original_name: 'Power' }),
      part('sensor.old_gateway', 'off'),
      part('sensor.hidden', null, { hidden_by: 'user' }),
      part('sensor.disabled', null, { disabled_by: 'integration' }),
      part('sensor.outside', null, { area_id: 'garden' }),
    ],
    states: new Map<string, State>([
      state('light.reading_lamp', 'on', {
        friendly_name: 'Reading lamp',
        supported_color_modes: ['color_temp', 'hs'],
        brightness: 128,
        color_temp_kelvin: 2700,
        min_color_temp_kelvin: 2000,
        max_color_temp_kelvin: 6500,
        hs_color: [30, 60],
      }),
      state('sensor.reading_lamp_battery', '88', {
        friendly_name: 'Reading lamp Battery',
        device_class: 'battery',
        unit_of_measurement: '%',
      }),
      state('sensor.reading_lamp_rssi', '-60', { unit_of_measurement: 'dBm' }),
      state('number.reading_lamp_transition', '1', { min: 0, max: 10, step: 1 }),
      state('climate.thermostat', 'heat', {
        current_temperature: 20.5,
        temperature: 21,
        min_temp: 7,
        max_temp: 30,
        hvac_modes: ['off', 'heat', 'auto'],
        hvac_action: 'heating',
      }),
      state('cover.shutter', 'open', { current_position: 100 }),
      state('lock.front_door', 'locked', { friendly_name: 'Front door' }),
      state('switch.strip_1', 'on'),
      state('switch.strip_2', 'off'),
      state('sensor.strip_power', 'unknown', { unit_of_measurement: 'W' }),
      state('sensor.old_gateway', '1'),
      state('sensor.hidden', '1'),
      state('sensor.disabled', '1'),
      state('sensor.outside', '4.5', {
        friendly_name: 'Outside temperature',
        device_class: 'temperature',
        state_class: 'measurement',
        unit_of_measurement: '°C',
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
      state('scene.evening', '2026-11-20T18:00:00+00:00', { friendly_name: 'Evening' }),
      state('input_select.mode', 'home', { friendly_name: 'Mode', options: ['home', 'away'] }),
      state('person.alice', 'home', { friendly_name: 'Alice' }),
      state('sun.sun', 'below_horizon'),
    ]),
  };
}

type Data = Record<string, unknown>;
type Service = (entity: State, data: Data) => boolean;

const become =
  (value: string): Service =>
  (entity) => {
    entity.state = value;
    return true;
  };

/** What the services do; false where the data are not valid. */
export const services: Record<string, Service> = {
  'light.turn_on': (entity, data) => {
    const percent = data.brightness_pct;
    if (percent !== undefined && !(Number(percent) >= 0 && Number(percent) <= 100)) return false;
    entity.state = 'on';
    if (percent !== undefined) entity.attributes.brightness = Math.round(Number(percent) * 2.55);
    for (const name of ['color_temp_kelvin', 'hs_color']) {
      if (name in data) entity.attributes[name] = data[name];
    }
    return true;
  },
  'light.turn_off': become('off'),
  'switch.turn_on': become('on'),
  'switch.turn_off': become('off'),
  'cover.open_cover': become('opening'),
  'cover.close_cover': become('closing'),
  'cover.stop_cover': become('open'),
  'cover.set_cover_position': (entity, { position }) => {
    entity.attributes.current_position = position;
    return true;
  },
  'lock.lock': become('locked'),
  'lock.unlock': (entity, { code }) => code === '1234' && become('unlocked')(entity, {}),
  'climate.set_temperature': (entity, { temperature }) => {
    if (!(Number(temperature) >= 7 && Number(temperature) <= 30)) return false;
    entity.attributes.temperature = temperature;
    return true;
  },
  'climate.set_hvac_mode': (entity, { hvac_mode }) => become(String(hvac_mode))(entity, {}),
  'input_select.select_option': (entity, { option }) => become(String(option))(entity, {}),
  'scene.turn_on': become('2026-11-21T00:00:00+00:00'),
};
