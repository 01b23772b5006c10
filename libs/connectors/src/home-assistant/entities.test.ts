import { expect, test } from '@jest/globals';
import { affordanceOf, roleOf } from '@trellis/connector-sdk';
import { divideEntities, selectEntities, type EntityFilter } from './entities.js';
import type { Inventory } from './inventory.js';
import { inventoryOf } from './testing/inventory.js';

const idsIn = (inventory: Inventory, filter: Partial<EntityFilter> = {}) =>
  selectEntities(inventory, { url: 'http://house', include: [], exclude: [], ...filter }).map(
    ({ state }) => state.entity_id,
  );

test('entities of a disabled device are left out', () => {
  expect(idsIn(inventoryOf({ 'switch.a': {} }, { disabled_by: 'user' }))).toEqual([]);
});

test('hidden and disabled entities are left out', () => {
  const inventory = inventoryOf({
    'switch.a': {},
    'number.a': { entry: { entity_category: 'config' } },
    'sensor.a': { entry: { entity_category: 'diagnostic' } },
    'sensor.b': {
      attributes: { device_class: 'battery' },
      entry: { entity_category: 'diagnostic' },
    },
    'sensor.c': { entry: { hidden_by: 'user' } },
    'sensor.d': { entry: { disabled_by: 'integration' } },
    'unknown_domain.a': {},
    'select.without_options': {},
  });
  expect(idsIn(inventory)).toEqual(['switch.a', 'number.a', 'sensor.a', 'sensor.b']);
});

test('a filter names domains and entities; what is excluded is not included', () => {
  const inventory = inventoryOf({ 'light.a': {}, 'light.b': {}, 'switch.a': {}, 'fan.a': {} });
  expect(idsIn(inventory, { include: ['light', 'fan.a'] })).toEqual([
    'light.a',
    'light.b',
    'fan.a',
  ]);
  expect(idsIn(inventory, { include: ['light'], exclude: ['light.a'] })).toEqual(['light.b']);
  expect(idsIn(inventory, { exclude: ['light'] })).toEqual(['switch.a', 'fan.a']);
});

test('the category of an entity is the role of its abilities, and plain names are for primary ones', () => {
  const category = (entity_category: string) => ({ entry: { entity_category } });
  const temperature = { device_class: 'temperature', unit_of_measurement: '°C' };
  const inventory = inventoryOf({
    'switch.a': {},
    'switch.b': category('config'),
    'sensor.a': { attributes: temperature },
    'sensor.b': { attributes: temperature, ...category('diagnostic') },
    'sensor.c': {
      attributes: { device_class: 'battery', unit_of_measurement: '%' },
      ...category('diagnostic'),
    },
    'update.a': category('config'),
  });
  const filter = { url: 'http://house', include: [], exclude: [] };
  const shown = selectEntities(inventory, filter).map(({ state, abilities: [ability] }) => [
    state.entity_id,
    ability!.name,
    roleOf(ability!),
    affordanceOf(ability!)['@type'],
  ]);
  expect(shown).toEqual([
    ['switch.a', 'on', 'primary', 'OnOffProperty'],
    ['switch.b', 'value', 'configuration', undefined],
    ['sensor.a', 'temperature', 'primary', 'TemperatureProperty'],
    ['sensor.b', 'value', 'diagnostic', undefined],
    ['sensor.c', 'battery', 'diagnostic', 'LevelProperty'],
    ['update.a', 'update_available', 'diagnostic', undefined],
  ]);
});

test('entities that are not read are counted, but not those that are hidden or excluded', () => {
  const inventory = inventoryOf({
    'light.a': {},
    'zone.home': {},
    'conversation.a': {},
    'conversation.b': {},
    'select.without_options': {},
    'zone.hidden': { entry: { hidden_by: 'user' } },
    'number.a': { entry: { entity_category: 'config' } },
    'tts.a': {},
  });
  const filter = { url: 'http://house', include: [], exclude: ['tts'] };
  const { leftOut } = divideEntities({ ...inventory, malformed: 2 }, filter);
  expect(leftOut.sort()).toEqual([
    'conversation',
    'conversation',
    'malformed',
    'malformed',
    'select',
    'zone',
  ]);
});
