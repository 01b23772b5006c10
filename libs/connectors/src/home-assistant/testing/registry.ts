import type { RegistryDevice, RegistryEntity } from '../inventory.js';

/** An entry of the entity registry (`as_partial_dict` of `helpers/entity_registry.py`). */
export const registryEntity = (
  entity_id: string,
  device_id: string | null,
  more: object = {},
): RegistryEntity => ({
  area_id: null,
  categories: {},
  config_entry_id: 'entry',
  device_id,
  disabled_by: null,
  entity_category: null,
  entity_id,
  has_entity_name: true,
  hidden_by: null,
  icon: null,
  id: `registry-${entity_id}`,
  labels: [],
  name: null,
  options: {},
  original_name: null,
  platform: 'demo',
  translation_key: null,
  unique_id: `unique-${entity_id}`,
  ...more,
});

/** An entry of the device registry (`dict_repr` of `helpers/device_registry.py`). */
const device = (
  id: string,
  area_id: string | null,
  { name, model, ...more }: { name: string; model: string } & Partial<RegistryDevice>,
): RegistryDevice => ({
  area_id,
  configuration_url: null,
  config_entries: ['entry'],
  connections: [],
  disabled_by: null,
  entry_type: null,
  hw_version: null,
  id,
  identifiers: [['demo', id]],
  labels: [],
  manufacturer: 'Acme',
  model,
  model_id: null,
  name,
  name_by_user: null,
  serial_number: null,
  sw_version: '1.2',
  via_device_id: null,
  ...more,
});

export const newDevices = (): RegistryDevice[] => [
  device('lamp', 'living_room', { name: 'Reading lamp', model: 'Hue Go' }),
  device('thermostat', 'living_room', { name: 'Thermostat', model: 'T6' }),
  device('shutter', 'bedroom', { name: 'Shutter', model: 'Roller 2' }),
  device('door', null, { name: 'Front door', model: 'Lock 3' }),
  device('strip', 'bedroom', { name: 'Power strip', model: 'Strip' }),
  device('air', 'bedroom', { name: 'SNZB-02', model: 'SNZB-02', name_by_user: 'Bedroom air' }),
  device('fan', 'bedroom', { name: 'Ceiling fan', model: 'Breeze' }),
  device('robot', null, { name: 'Robot', model: 'S7' }),
  device('tv', 'living_room', { name: 'Television', model: 'OLED' }),
  device('remote', 'living_room', { name: 'Remote control', model: 'Dimmer switch' }),
  device('off', null, { name: 'Old gateway', model: 'GW', disabled_by: 'user' }),
];

const diagnostic = { entity_category: 'diagnostic' };

export const newEntities = (): RegistryEntity[] => [
  registryEntity('light.reading_lamp', 'lamp'),
  registryEntity('sensor.reading_lamp_battery', 'lamp', {
    ...diagnostic,
    original_name: 'Battery',
  }),
  registryEntity('sensor.reading_lamp_rssi', 'lamp', {
    ...diagnostic,
    original_name: 'Signal strength',
  }),
  registryEntity('number.reading_lamp_transition', 'lamp', {
    entity_category: 'config',
    original_name: 'Transition',
  }),
  registryEntity('update.reading_lamp_firmware', 'lamp', {
    entity_category: 'config',
    original_name: 'Firmware',
  }),
  registryEntity('climate.thermostat', 'thermostat'),
  registryEntity('cover.shutter', 'shutter'),
  registryEntity('lock.front_door', 'door', { area_id: 'living_room' }),
  registryEntity('switch.strip_1', 'strip', { original_name: 'Outlet 1' }),
  registryEntity('switch.strip_2', 'strip', { original_name: 'Outlet 2', name: 'Radio' }),
  registryEntity('sensor.strip_power', 'strip', { original_name: 'Power' }),
  registryEntity('sensor.air_t', 'air', {
    has_entity_name: false,
    original_name: 'SNZB-02 Temperature',
  }),
  registryEntity('sensor.air_h', 'air', {
    has_entity_name: false,
    original_name: 'SNZB-02 Humidity',
  }),
  registryEntity('fan.ceiling', 'fan'),
  registryEntity('vacuum.robot', 'robot'),
  registryEntity('button.robot_empty', 'robot', { original_name: 'Empty the bin' }),
  registryEntity('media_player.tv', 'tv'),
  registryEntity('event.remote_button_1', 'remote', { original_name: 'Button 1' }),
  registryEntity('event.remote_button_2', 'remote', { original_name: 'Button 2' }),
  registryEntity('sensor.old_gateway', 'off'),
  registryEntity('sensor.hidden', null, { hidden_by: 'user' }),
  registryEntity('sensor.disabled', null, { disabled_by: 'integration' }),
  registryEntity('sensor.outside', null, { area_id: 'garden' }),
];
