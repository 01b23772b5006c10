import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { thing, type Thing } from '@trellis/contracts';
import { captureState } from './capture.js';

type Properties = Record<string, { value?: unknown; [term: string]: unknown }>;

function capture(given: Properties, more: Partial<Thing> = {}) {
  const entries = Object.entries(given);
  const captured = thing.parse({
    id: randomUUID(),
    title: 'Lamp',
    properties: Object.fromEntries(
      entries.map(([name, { value: _value, ...rest }]) => [name, rest]),
    ),
    values: Object.fromEntries(
      entries.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
    ),
    availability: { state: 'available' },
    creator: { kind: 'app', id: 'app' },
    created: '2026-01-01T00:00:00.000Z',
    modified: '2026-01-01T00:00:00.000Z',
    ...more,
  });
  return captureState(captured)?.properties;
}

const color = { hue: 20, saturation: 50 };
const lamp = (values: Record<string, unknown>): Properties => ({
  on: { value: values.on },
  brightness: { value: values.brightness },
  color_mode: { readOnly: true, value: values.color_mode },
  color: { value: values.color },
  color_temperature: { value: values.color_temperature },
});

test('a state has the known values of primary properties that can be read and written', () => {
  const properties: Properties = {
    target_temperature: { value: 20.5 },
    mode: { value: 'heat', role: 'primary' },
    temperature: { value: 19, readOnly: true },
    code: { value: '1234', writeOnly: true },
    child_lock: { value: true, role: 'configuration' },
    preset: {},
    note: { value: 'x'.repeat(5_000) },
  };
  expect(capture(properties)).toEqual({ target_temperature: 20.5, mode: 'heat' });
});

test.each([
  ['off', lamp({ on: false, brightness: 40, color }), { on: false }],
  [
    'in a color',
    lamp({ on: true, brightness: 40, color_mode: 'color', color, color_temperature: 2700 }),
    { on: true, brightness: 40, color },
  ],
  [
    'white',
    lamp({ on: true, color_mode: 'color_temperature', color, color_temperature: 2700 }),
    { on: true, color_temperature: 2700 },
  ],
  [
    'in a mode that it does not say',
    lamp({ on: true, color, color_temperature: 2700 }),
    { on: true, color },
  ],
])('of a lamp that is %s', (_how, properties, expected) => {
  expect(capture(properties)).toEqual(expected);
});

test('one of several lamps that is off keeps only that', () => {
  const properties: Properties = {
    on_1: { value: true },
    brightness_1: { value: 10 },
    on_2: { value: false },
    brightness_2: { value: 20 },
  };
  expect(capture(properties)).toEqual({ on_1: true, brightness_1: 10, on_2: false });
});

test('a thing without such values has no state, and one with very many has a hundred', () => {
  expect(capture({ temperature: { value: 20, readOnly: true } })).toBeUndefined();
  const many = Array.from({ length: 200 }, (_, number) => [`p${number}`, { value: number }]);
  expect(Object.keys(capture(Object.fromEntries(many) as Properties)!)).toHaveLength(100);
});
