import { describe, expect, test } from '@jest/globals';
import { DeviceUnavailable } from '@trellis/connector-sdk';
import { toDevices } from './devices.js';
import { selectEntities } from './entities.js';
import type { Inventory } from './inventory.js';
import { inventoryOf } from './testing/inventory.js';
import { registryEntity } from './testing/registry.js';

const devicesIn = (inventory: Inventory) =>
  toDevices(selectEntities(inventory, { url: 'http://house', include: [], exclude: [] })).map(
    ({ device }) => device,
  );
const deviceIn = (inventory: Inventory) => devicesIn(inventory)[0]!;

const propertiesIn = (inventory: Inventory) =>
  deviceIn(inventory).abilities.filter((ability) => 'property' in ability);

/** The entity that each property writes. */
const targetsIn = (inventory: Inventory) =>
  Object.fromEntries(
    propertiesIn(inventory).map(({ name, write }) => [name, write!(true as never).entityId]),
  );

const titlesIn = (inventory: Inventory) =>
  propertiesIn(inventory).map(({ name, property }) => [name, property.title]);

describe('the abilities of capabilities', () => {
  test('are numbered by the integration, and titled by the user', () => {
    const inventory = inventoryOf({
      'switch.b': { entry: { id: '1', original_name: 'Outlet 2' } },
      'switch.a': { entry: { id: '2', original_name: 'Outlet 1', name: 'Radio' } },
      'sensor.c': { attributes: { device_class: 'battery', unit_of_measurement: '%' } },
    });
    expect(titlesIn(inventory)).toEqual([
      ['on_2', 'Outlet 2: On'],
      ['on_1', 'Radio: On'],
      ['battery', 'Battery level'],
    ]);
  });

  test('have titles that tell equals apart by the ids of their entities', () => {
    const attributes = { device_class: 'opening' };
    const inventory = inventoryOf({
      'binary_sensor.cupboard_left': { attributes, entry: { id: '1', original_name: 'Open' } },
      'binary_sensor.cupboard_right': { attributes, entry: { id: '2', original_name: 'Open' } },
      'switch.cupboard_light': { entry: { id: '3', original_name: 'Light' } },
    });
    const titles = titlesIn(inventory).map(([, title]) => title);
    expect(titles).toEqual(['Light: On', 'Open (cupboard left)', 'Open (cupboard right)']);
    for (const one of inventory.devices) one.name = 'Cupboard';
    expect(titlesIn(inventory).map(([, title]) => title)).toEqual([
      'Light: On',
      'Open (left)',
      'Open (right)',
    ]);
  });

  test('are numbered in the order of the registry ids without numbers of the integration', () => {
    const lamp = { supported_color_modes: ['brightness'] };
    const entities = {
      'light.z': { attributes: lamp, entry: { id: 'a', original_name: 'Left' } },
      'light.a': { attributes: lamp, entry: { id: 'b', original_name: 'Right' } },
    };
    const inventory = inventoryOf(entities);
    const expected = [
      ['on_1', 'Left: On'],
      ['brightness_1', 'Left: Brightness'],
      ['on_2', 'Right: On'],
      ['brightness_2', 'Right: Brightness'],
    ];
    expect(titlesIn(inventory)).toEqual(expected);
    const reversed = { ...inventory, states: inventory.states.toReversed() };
    expect(titlesIn(reversed)).toEqual(expected);
    const renamed = inventoryOf({ 'light.z': entities['light.z'], 'light.0': entities['light.a'] });
    expect(titlesIn(renamed)).toEqual(expected);
  });

  test('of a thermostat keep their names beside a sensor of the same quantity', () => {
    const inventory = inventoryOf({
      'sensor.a': {
        state: '20',
        attributes: { device_class: 'temperature', unit_of_measurement: '°C' },
        entry: { id: '1', original_name: 'Floor' },
      },
      'climate.b': {
        attributes: { supported_features: 1, current_temperature: 21, hvac_modes: ['off'] },
        entry: { id: '2' },
      },
    });
    const values = propertiesIn(inventory).map(({ name, value }) => [name, value]);
    expect(values).toEqual([
      ['temperature_1', 21],
      ['target_temperature', undefined],
      ['mode', undefined],
      ['activity', undefined],
      ['temperature_2', 20],
    ]);
  });
});

describe('the abilities that no capability defines', () => {
  test('are named as the integration names the entity, and titled as the user does', () => {
    const inventory = inventoryOf({
      'number.a': { state: '1', entry: { original_name: 'Run time', name: 'Minutes' } },
      'number.b': { state: '1', attributes: { device_class: 'duration' } },
      'number.c': { state: '1', entry: { original_name: 'Hall Offset' } },
      'number.d': { state: '1', entry: { original_name: 'Hallway' } },
    });
    expect(titlesIn(inventory)).toEqual([
      ['run_time', 'Minutes'],
      ['duration', 'Duration'],
      ['offset', 'Offset'],
      ['hallway', 'Hallway'],
    ]);
  });

  test('have no name of a capability', () => {
    const inventory = inventoryOf({
      'text.a': { entry: { original_name: 'Power' } },
      'text.b': { entry: { original_name: 'Brightness 2' } },
      'number.c': { attributes: { device_class: 'temperature', unit_of_measurement: '°F' } },
    });
    expect(Object.fromEntries(titlesIn(inventory))).toEqual({
      power_value: 'Power',
      brightness_2_value: 'Brightness 2',
      temperature_value: 'Temperature',
    });
  });

  test('are named after their entities if their names would be the same', () => {
    const inventory = inventoryOf({ 'number.a': {}, 'text.a': {}, 'number.b': {} });
    const expected = { number_a: 'number.a', text_a: 'text.a', number_b: 'number.b' };
    expect(targetsIn(inventory)).toEqual(expected);
    const reversed = { ...inventory, states: inventory.states.toReversed() };
    expect(titlesIn(reversed)).toEqual(titlesIn(inventory));
  });

  test('keep their names when the user renames the device or an entity', () => {
    const entry = { original_name: 'Offset' };
    const renamed = inventoryOf(
      { 'number.a': { entry: { ...entry, name: 'Delta' } } },
      { name_by_user: 'Attic' },
    );
    expect(targetsIn(renamed)).toEqual(targetsIn(inventoryOf({ 'number.a': { entry } })));
  });
});

describe('a device', () => {
  test('is available while one of its entities is; the others take no commands', () => {
    const unavailable = { state: 'unavailable' };
    const device = deviceIn(inventoryOf({ 'lock.a': unavailable, 'light.a': {} }));
    expect(device.available).toBe(true);
    const abilities = new Map(device.abilities.map((ability) => [ability.name, ability]));
    const [lock, on] = [abilities.get('lock')!, abilities.get('on')!];
    const invoke = () => 'invoke' in lock && lock.invoke(undefined as never);
    expect(invoke).toThrow(
      expect.objectContaining({ constructor: DeviceUnavailable, sent: false }),
    );
    expect('write' in on && on.write!(true as never)).toMatchObject({ entityId: 'light.a' });
    const gone = deviceIn(inventoryOf({ 'switch.a': unavailable, 'light.a': unavailable }));
    expect(gone.available).toBe(false);
    const diagnostic = { entry: { entity_category: 'diagnostic' } };
    const alone = deviceIn(inventoryOf({ 'binary_sensor.a': diagnostic }));
    expect(alone.available).toBe(true);
    const out = deviceIn(inventoryOf({ 'light.a': unavailable, 'binary_sensor.a': diagnostic }));
    expect(out.available).toBe(false);
  });

  test('has the title that the user gave it, and describes its make', () => {
    const named = inventoryOf({ 'switch.a': {} }, { name_by_user: 'Attic', model: 'Plug S' });
    expect(deviceIn(named)).toMatchObject({
      id: 'device',
      title: 'Attic',
      description: 'Acme Plug S',
    });
    const nameless = { name: null, manufacturer: null, model: null };
    const other = deviceIn(inventoryOf({ 'switch.a': {} }, nameless));
    expect(other.title).toBe('switch.a');
    expect(other.description).toBeUndefined();
  });

  test('has a few hundred abilities at most', () => {
    const entities = Object.fromEntries(
      Array.from({ length: 3000 }, (_, n) => [`light.a_${n}`, {}] as const),
    );
    expect(deviceIn(inventoryOf(entities)).abilities).toHaveLength(500);
  });
});

describe('an entity without a device', () => {
  const withEntry = (entry: object | undefined, entity_id: string) => ({
    ...inventoryOf({ [entity_id]: { attributes: { friendly_name: 'Porch' } } }),
    entities: entry ? [registryEntity(entity_id, null, entry)] : [],
  });

  test('keeps its id when it is renamed', () => {
    const [before, after] = ['sensor.porch', 'sensor.veranda'].map((id) =>
      deviceIn(withEntry({ id: 'abc' }, id)),
    );
    expect(before!.id).toBe('abc');
    expect(after).toEqual(before);
  });

  test('that is not in the registry has its entity id', () => {
    const { id, title, abilities } = deviceIn(withEntry(undefined, 'switch.porch'));
    expect({ id, title }).toEqual({ id: 'switch.porch', title: 'Porch' });
    expect(abilities).toMatchObject([{ name: 'on', value: true, property: { title: 'On' } }]);
  });
});
