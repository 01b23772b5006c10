import { describe, expect, test } from '@jest/globals';
import { cover, identify, light, lock, sensor, thermostat } from './abilities.js';
import { vocabulary, type CapabilityDefinition } from '../vocabulary.js';

const capabilities: [string, CapabilityDefinition][] = Object.entries(vocabulary);

describe('a property of a capability', () => {
  test('has the affordance of the vocabulary, its value, and how to write it', () => {
    const write = (brightness: number) => ({ bri: brightness });
    const ability = light.brightness({ value: 40, write });
    expect(ability).toEqual({
      name: 'brightness',
      capability: 'light',
      property: vocabulary.light.properties.brightness,
      value: 40,
      write,
    });
  });

  test('is read-only when it cannot be written', () => {
    expect(light.on({ value: false }).property.readOnly).toBe(true);
    expect(light.on({ write: (on) => on }).property.readOnly).toBeUndefined();
    expect(sensor.temperature({ value: 21.5 })).toMatchObject({
      name: 'temperature',
      capability: 'temperature',
      property: { '@type': 'TemperatureProperty', unit: '°C', readOnly: true },
      value: 21.5,
    });
  });

  test('has no value when that is unknown, and keeps those that look empty', () => {
    expect(sensor.humidity({})).not.toHaveProperty('value');
    expect(sensor.humidity({ value: null })).not.toHaveProperty('value');
    expect(sensor.humidity({ value: undefined })).not.toHaveProperty('value');
    expect(sensor.humidity({ value: 0 })).toHaveProperty('value', 0);
    expect(sensor.motion({ value: false })).toHaveProperty('value', false);
  });

  test('may be narrowed by the device', () => {
    const narrowing = { title: 'Heating', minimum: 5, maximum: 30, multipleOf: 0.5 };
    const { property } = thermostat.target_temperature({ ...narrowing, write: (to) => to });
    expect(property).toEqual({
      ...vocabulary.thermostat.properties.target_temperature,
      ...narrowing,
    });
    const mode = thermostat.mode({ enum: ['heat', 'off'], value: 'off' });
    expect(mode.property.enum).toEqual(['heat', 'off']);
    expect(vocabulary.thermostat.properties.mode).not.toHaveProperty('enum');
  });
});

test('an action of a capability is invoked by its command', () => {
  expect(cover.open({ invoke: () => 'up' })).toMatchObject({
    name: 'open',
    capability: 'cover',
    action: { title: 'Open', idempotent: true },
  });
  const unlock = lock.unlock({
    input: { type: 'string' },
    invoke: (code: string) => ({ code }),
  });
  expect(unlock.action).toMatchObject({ '@type': 'UnlockAction', input: { type: 'string' } });
  expect(unlock.invoke('1234' as never)).toEqual({ code: '1234' });
  expect(identify(() => 'blink')).toMatchObject({
    name: 'identify',
    action: { title: 'Identify' },
  });
});

test('there is a sensor for each capability with one property of its name', () => {
  const expected = capabilities.flatMap(([name, { properties = {}, actions = {} }]) =>
    Object.keys({ ...properties, ...actions }).join() === name ? [name] : [],
  );
  expect(Object.keys(sensor)).toEqual(expected);
  expect(expected).toEqual(expect.arrayContaining(['temperature', 'motion', 'energy', 'open']));
  expect(expected).not.toContain('light');
});

describe.each(capabilities)(
  'the capability %s',
  (_name, { types, properties = {}, actions = {} }) => {
    test('has types that are terms of WebThings or prefixed', () => {
      expect(types.length).toBeGreaterThan(0);
      for (const type of types) expect(type).toMatch(/^([A-Z][A-Za-z]+|(saref|s4bldg):[A-Z]\w+)$/);
    });

    test('has titles, and names that can stand in an address', () => {
      for (const [name, { title }] of Object.entries({ ...properties, ...actions })) {
        expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
        expect(title).toMatch(/^[A-Z]/);
      }
    });

    test('has a type for each property, and a unit for what is measured', () => {
      for (const { type, unit } of Object.values(properties)) {
        expect(type).toMatch(/^(boolean|integer|number|string|object)$/);
        expect(unit !== undefined).toBe(type === 'integer' || type === 'number');
      }
    });
  },
);
