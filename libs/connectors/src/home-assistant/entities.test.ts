import { expect, test } from '@jest/globals';
import { divideEntities, selectEntities, type EntityFilter } from './entities.js';
import type { Household } from './house.js';
import { householdOf } from './testing/household.js';

const idsIn = (household: Household, filter: Partial<EntityFilter> = {}) =>
  selectEntities(household, { url: 'http://house', include: [], exclude: [], ...filter }).map(
    ({ state }) => state.entity_id,
  );

test('entities of a disabled device are left out', () => {
  expect(idsIn(householdOf({ 'switch.a': {} }, { disabled_by: 'user' }))).toEqual([]);
});

test('settings and diagnostics are left out, except the battery', () => {
  const household = householdOf({
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
  expect(idsIn(household)).toEqual(['switch.a', 'sensor.b']);
});

test('a filter names domains and entities; what is excluded is not included', () => {
  const household = householdOf({ 'light.a': {}, 'light.b': {}, 'switch.a': {}, 'fan.a': {} });
  expect(idsIn(household, { include: ['light', 'fan.a'] })).toEqual([
    'light.a',
    'light.b',
    'fan.a',
  ]);
  expect(idsIn(household, { include: ['light'], exclude: ['light.a'] })).toEqual(['light.b']);
  expect(idsIn(household, { exclude: ['light'] })).toEqual(['switch.a', 'fan.a']);
});

test('updates are shown although Home Assistant counts them among the settings', () => {
  const category = (entity_category: string) => ({ entry: { entity_category } });
  const household = householdOf({
    'update.a': category('config'),
    'update.b': category('diagnostic'),
  });
  expect(idsIn(household)).toEqual(['update.a', 'update.b']);
});

test('entities that are not read are counted, but not those that are hidden or excluded', () => {
  const household = householdOf({
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
  const { leftOut } = divideEntities({ ...household, malformed: 2 }, filter);
  expect(leftOut.sort()).toEqual([
    'conversation',
    'conversation',
    'malformed',
    'malformed',
    'select',
    'zone',
  ]);
});
