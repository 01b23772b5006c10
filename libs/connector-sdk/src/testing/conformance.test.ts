import { describe, expect, test } from '@jest/globals';
import { light, lock, sensor, thermostat } from '../capabilities/abilities.js';
import { combineParts } from '../capabilities/parts.js';
import { action, event, property, type Ability } from '../device.js';
import { toEntity } from '../entity.js';
import {
  expectAbilities,
  expectMainAbilities,
  expectValues,
  expectVocabulary,
} from './conformance.js';

const deviceOf = (...abilities: Ability[]) => ({ id: 'a', title: 'A', abilities });
const write = (value: unknown) => value;

const checkVocabulary = (...abilities: Ability[]) =>
  expectVocabulary(toEntity(deviceOf(...abilities)));
const checkAbilities = (...abilities: Ability[]) => expectAbilities(deviceOf(...abilities));
const checkValues = (...abilities: Ability[]) => expectValues(deviceOf(...abilities));

const temperature = sensor.temperature({ value: 1 }).property;
const on = light.on({ write }).property;
const brightness = light.brightness({ write }).property;
const target = thermostat.target_temperature({ write }).property;
const lockState = { ...lock.lock_state({}).property, enum: ['locked', 'ajar'] };

test('devices made of capabilities conform', () => {
  const lamp = { abilities: [light.on({ write }), light.color({ write })] };
  const abilities = [
    ...combineParts([lamp, lamp]),
    sensor.temperature({ value: 20 }),
    thermostat.target_temperature({ minimum: 5, maximum: 30, value: 21, write }),
    lock.unlock({ invoke: write }),
    sensor.battery({ value: 100 }),
  ];
  const pressed = { ...event('pressed', {}), capability: 'button' as const };
  const checkTypes = (...all: Ability[]) => expectMainAbilities(toEntity(deviceOf(...all)));
  const checks = [checkVocabulary, checkTypes, checkAbilities, checkValues];
  for (const check of checks) check(...abilities, pressed);
});

describe('a device does not conform', () => {
  test.each<[string, Ability]>([
    ['another type', property('on', { '@type': 'OnOffProperty', type: 'integer' }, {})],
    ['another unit', property('temperature', { ...temperature, unit: '°F' }, {})],
    ['a larger range', property('brightness', { ...brightness, maximum: 254 }, {})],
    ['no range', property('brightness', { type: 'number', unit: '%' }, {})],
    ['no `@type`', property('on', { type: 'boolean' }, {})],
    ['a role of its own', property('on', { ...on, role: 'configuration' }, {})],
    ['a write of a measurement', property('temperature', { ...temperature, readOnly: false }, {})],
    ['a number', property('brightness_2', { type: 'number', unit: '%' }, {})],
    ['values that are not in the vocabulary', property('lock_state', lockState, {})],
    ['an action without its `@type`', action('unlock', {}, write)],
  ])('when it uses a name of the vocabulary with %s', (_what, ability) => {
    // All types are there, so that only the affordance is wrong.
    const types = ['Light', 'OnOffSwitch', 'TemperatureSensor', 'Lock'];
    const entity = { ...toEntity(deviceOf(ability)), types };
    expect(() => expectVocabulary(entity)).toThrow();
  });

  test('when it does not have the types of the capability', () => {
    expect(() => checkVocabulary(property('temperature', temperature, {}))).toThrow();
    expect(() => checkVocabulary(sensor.temperature({}))).not.toThrow();
  });

  test('when it acts as a capability whose types it lacks', () => {
    const unlock = { ...lock.unlock({ invoke: write }) };
    delete unlock.capability;
    expect(() => checkVocabulary(unlock)).toThrow();
    expect(() => checkVocabulary(lock.unlock({ invoke: write }))).not.toThrow();
  });

  test.each<[string, Ability[]]>([
    ['nothing of it', [sensor.temperature({})]],
    ['a text of its own', [property('mode', { type: 'string' }, {})]],
    [
      'a setting with its name',
      [property('target_temperature', { ...target, role: 'configuration' }, {})],
    ],
    ['no main ability of it', [thermostat.preset({})]],
  ])('when it has the type of a capability, but %s', (_what, abilities) => {
    const device = { ...deviceOf(...abilities), types: ['Thermostat'] };
    expect(() => expectMainAbilities(toEntity(device))).toThrow();
  });

  test('when two of its abilities have the same name', () => {
    expect(() => checkAbilities(light.on({}), light.on({}))).toThrow();
    expect(() => checkAbilities(light.on({}), action('on', {}, write))).not.toThrow();
  });

  test('when an ability is not that of its capability', () => {
    const ability = light.brightness({});
    const inKelvins = { ...ability, property: { ...ability.property, unit: 'K' } };
    expect(() => checkAbilities(inKelvins)).toThrow();
    expect(() => checkAbilities({ ...ability, name: 'level' })).toThrow();
    expect(() => checkAbilities({ ...lock.unlock({ invoke: write }), action: {} })).toThrow();
  });

  test.each<[string, Ability]>([
    ['of another type', property('a', { type: 'boolean' }, { value: 'yes' })],
    ['out of range', light.brightness({ value: 101 })],
    ['that is none of the texts', property('a', { enum: ['b', 'c'] }, { value: 'd' })],
    ['without a member', light.color({ value: { hue: 1 } as never })],
  ])('when it has a value %s', (_what, ability) => {
    expect(() => checkValues(ability)).toThrow();
  });
});

test('a text with a name of the vocabulary may mean something else', () => {
  checkVocabulary(property('mode', { type: 'string', enum: ['eco', 'turbo'] }, {}));
});
