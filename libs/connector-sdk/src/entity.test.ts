import { describe, expect, test } from '@jest/globals';
import { cover, light, sensor, switchable, thermostat } from './capabilities/abilities.js';
import { choice, event, property, type Device, type PropertyAbility } from './device.js';
import { toEntity } from './entity.js';

const entityOf = (abilities: PropertyAbility<never>[], more: Partial<Device<never>> = {}) =>
  toEntity({ id: 'one', title: 'One', abilities, ...more });

const share = (value: unknown) => cover.position({ value: value as number });

const nested = {
  type: 'object',
  properties: { x: { type: 'number' }, y: { type: 'number' } },
} as const;

describe('a value that its property does not allow is unknown', () => {
  test.each<[string, PropertyAbility<never>]>([
    ['a percentage above 100', share(250)],
    ['one below 0', share(-1)],
    ['a number that is none', sensor.temperature({ value: NaN })],
    ['a number without end', sensor.power({ value: Infinity })],
    ['a text in place of a number', Object.assign(sensor.temperature({}), { value: '20' })],
    ['a number in place of a boolean', Object.assign(light.on({}), { value: 1 })],
    ['a choice that is not offered', property('mode', choice('Mode', ['a', 'b']), { value: 'c' })],
    ['a member that is no number', property('at', nested, { value: { x: 1, y: NaN } })],
    ['a fraction of an integer', property('count', { type: 'integer' }, { value: 1.5 })],
  ])('%s', (_what, ability) => {
    expect(entityOf([ability]).values).toEqual({});
    expect(entityOf([ability], { forgotten: [] }).forgotten).toEqual([ability.name]);
  });
});

test('values that properties allow are kept, also between the steps for writes', () => {
  const level = { type: 'number', minimum: 0, maximum: 10, multipleOf: 0.5 } as const;
  const abilities = [
    share(100),
    property('mode', choice('Mode', ['a', 'b']), { value: 'b' }),
    property('level', level, { value: 3.3 }),
    property('at', nested, { value: { x: 1, y: 2 } }),
    property('anything', {}, { value: [1, 'two'] }),
  ];
  const { values, forgotten } = entityOf(abilities, { forgotten: [] });
  expect(values).toEqual({
    position: 100,
    mode: 'b',
    level: 3.3,
    at: { x: 1, y: 2 },
    anything: [1, 'two'],
  });
  expect(forgotten).toEqual([]);
});

test('a schema that is not valid is left to the checks of the runtime', () => {
  const schema = { type: 'toString', enum: 1, properties: 2, minimum: 'x' };
  const odd = Object.assign(property('odd', {}, { value: { a: 1 } }), { property: schema });
  expect(entityOf([odd]).values).toEqual({ odd: { a: 1 } });
});

test('a device has the types of a capability with its main abilities alone', () => {
  const typesWith = (...abilities: Device['abilities']) =>
    toEntity({ id: 'a', title: 'A', abilities }).types;
  expect(typesWith(thermostat.target_humidity({}), switchable.on({}))).toEqual(['OnOffSwitch']);
  expect(typesWith(thermostat.target_temperature({}))).toEqual(['Thermostat']);
  const numbered = { ...light.on({}), name: 'on_2' };
  expect(typesWith(numbered)).toEqual(['Light', 'OnOffSwitch']);
  expect(typesWith({ ...event('press', {}), capability: 'button' })).toEqual(['PushButton']);
});
