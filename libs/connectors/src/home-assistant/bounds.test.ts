import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  actionAffordance,
  propertyAffordance,
  Unavailable,
  type Entity,
} from '@trellis/connector-sdk';
import { waitFor } from '@trellis/testing';
import { clientOf } from './testing/client.js';
import { startHomeAssistant, type HomeAssistantPeer } from './testing/home-assistant.js';
import { registryEntity } from './testing/registry.js';

let peer: HomeAssistantPeer;
beforeEach(async () => {
  peer = await startHomeAssistant();
});
afterEach(() => peer.stop());

const poll = () => clientOf({ url: peer.url, token: peer.token }).poll();

/** The runtime's requirements of a thing; an invalid one would fail the whole poll. */
function expectThing({ id, title, properties, actions, values, ...rest }: Entity): void {
  for (const text of [id, title, ...Object.keys(properties), ...Object.keys(actions)]) {
    expect(text).toMatch(/^\P{Cc}{1,256}$/u);
    expect(text.isWellFormed()).toBe(true);
  }
  for (const one of Object.values(properties)) propertyAffordance.parse(one);
  for (const one of Object.values(actions)) actionAffordance.parse(one);
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(values)));
  expect(JSON.stringify([properties, actions, values, rest])).not.toContain('\\u0000');
}

const quantities = { temperature: '°C', humidity: '%', battery: '%' };

/** Devices with three sensors each, whose attributes are as long as those of real ones. */
function addDevices(count: number): void {
  const { devices, entities, states } = peer.house;
  for (let n = 0; n < count; n += 1) {
    devices.push({ ...devices[0]!, id: `device-${n}`, name: `Device ${n}`, area_id: 'garden' });
    for (const [device_class, unit_of_measurement] of Object.entries(quantities)) {
      const entity_id = `sensor.device_${n}_${device_class}`;
      entities.push(registryEntity(entity_id, `device-${n}`, { original_name: device_class }));
      const note = 'x'.repeat(300);
      const attributes = { device_class, unit_of_measurement, note };
      states.set(entity_id, { entity_id, state: String(n % 100), attributes });
    }
  }
}

test('1,000 devices with 3,000 entities are read completely', async () => {
  const before = await poll();
  addDevices(1000);
  const { entities, rooms, complete } = await poll();
  expect(complete).toBe(true);
  expect(entities).toHaveLength(before.entities.length + 1000);
  expect(entities.find(({ id }) => id === 'device-7')).toMatchObject({
    title: 'Device 7',
    values: { temperature: 7, humidity: 7, battery: 7 },
  });
  expect(rooms!.find(({ id }) => id === 'garden')!.devices).toHaveLength(1001);
});

test('a poll that finds more devices than a client has is incomplete', async () => {
  for (let n = 0; n < 10_100; n += 1) {
    const entity_id = `sensor.number_${n}`;
    peer.house.states.set(entity_id, { entity_id, state: String(n), attributes: {} });
  }
  const { entities, complete } = await poll();
  expect(complete).toBe(false);
  expect(entities).toHaveLength(10_000);
});

test('a message that is too large makes Home Assistant unavailable', async () => {
  const entity_id = 'sensor.large';
  const attributes = { note: 'x'.repeat(17 * 1024 * 1024) };
  peer.house.states.set(entity_id, { entity_id, state: '1', attributes });
  await expect(poll()).rejects.toBeInstanceOf(Unavailable);
  await waitFor(() => peer.connections() === 0, { what: 'the end of the connection' });
});

/** Attributes of which hardly any is valid. */
const oddAttributes = {
  friendly_name: '\ud800\u0000\n',
  unit_of_measurement: '\u0007',
  device_class: '__proto__',
  options: ['a', 'a', '\u0000', 7, ''],
  min: 9,
  max: 1,
  step: -1,
  code_format: '(a+)+$',
  supported_color_modes: ['hs', 'color_temp'],
  hs_color: ['x'],
  brightness: 1e9,
  min_color_temp_kelvin: 9000,
  max_color_temp_kelvin: 1,
  hvac_modes: 'heat',
  supported_features: 2 ** 31 - 1,
  min_temp: 'cold',
  event_types: {},
  mode: {},
};
const oddDomains = [
  'light',
  'sensor',
  'number',
  'select',
  'climate',
  'lock',
  'event',
  'text',
  'fan',
  'media_player',
  'weather',
  'water_heater',
  'vacuum',
  'cover',
];

test('odd entries become valid things, or are left out', async () => {
  const { states, devices, entities, areas, floors } = peer.house;
  const before = (await poll()).entities.length;
  const odd = [null, 17, { entity_id: 'sensor.<script>', state: '1' }, { entity_id: 'light.x' }];
  odd.forEach((one, n) => states.set(`odd ${n}`, one as never));
  devices.push({ id: '' } as never, { id: 7 } as never, { id: '\u0000' } as never);
  entities.push(null as never, { entity_id: 8 } as never);
  areas.push({ area_id: '', name: 'Nowhere' }, { area_id: 'cellar', name: '\u0000' });
  areas.push({ area_id: 'garden', name: 'Garden' });
  floors.push({ floor_id: 'x'.repeat(300), name: 'Far above' });
  for (const domain of oddDomains) {
    const entity_id = `${domain}.odd`;
    states.set(entity_id, { entity_id, state: '\u0000', attributes: oddAttributes });
  }
  const found = await poll();
  expect(found.entities).toHaveLength(before + oddDomains.length);
  for (const entity of found.entities) expectThing(entity);
  expect(found.rooms!.map(({ id }) => id)).toEqual([
    'floor/ground',
    'floor/upper',
    'living_room',
    'bedroom',
    'garden',
    'cellar',
  ]);
});
