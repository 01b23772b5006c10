import { expect, test } from '@jest/globals';
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

test('settings and diagnostics are left out, except the battery', () => {
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
  expect(idsIn(inventory)).toEqual(['switch.a', 'sensor.b']);
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

test('updates are shown although Home Assistant counts them among the settings', () => {
  const category = (entity_category: string) => ({ entry: { entity_category } });
  const inventory = inventoryOf({
    'update.a': category('config'),
    'update.b': category('diagnostic'),
  });
  expect(idsIn(inventory)).toEqual(['update.a', 'update.b']);
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
