import { expect, test } from '@jest/globals';
import type { Entity } from '@trellis/connector-sdk';
import { add, count, countUntyped } from './count.js';
import { exampleState } from './example-state.js';

const entity = (parts: Partial<Entity>): Entity => ({
  id: 'one',
  title: 'One',
  types: [],
  properties: {},
  actions: {},
  events: {},
  values: {},
  available: true,
  ...parts,
});

test('devices are counted by what they have', () => {
  const sensor = entity({
    types: ['TemperatureSensor', 'Lock'],
    properties: {
      alarm: { '@type': 'BooleanProperty', type: 'boolean', readOnly: true },
      temperature: {
        '@type': 'TemperatureProperty',
        type: 'number',
        unit: '°C',
        readOnly: true,
      },
      battery: { '@type': 'LevelProperty', role: 'diagnostic', readOnly: true },
    },
    values: { temperature: 21 },
  });
  const remote = entity({ events: { pressed: {} } });
  const lamp = entity({
    properties: {
      on: { '@type': 'OnOffProperty', type: 'boolean' },
      effect_2: { writeOnly: true },
    },
  });
  const counted = {
    devices: 3,
    withValues: 1,
    withAbilities: 1,
    withEvents: 1,
    withTypes: 1,
    primary: 4,
    typed: 3,
    generic: 1,
    typesWithoutAbility: 1,
    abilitiesWithoutType: 1,
    properties: 4,
    values: 1,
  };
  expect(count([sensor, remote, lamp])).toEqual(counted);
  expect(add(count([sensor]), count([remote, lamp]))).toEqual(counted);
  const untyped = new Map([['effect', 1]]);
  countUntyped([sensor, lamp], untyped);
  expect(untyped).toEqual(new Map([['effect', 2]]));
});

test('a state has a value for each expose that is published, as Zigbee2MQTT publishes it', () => {
  const state = exampleState([
    {
      type: 'light',
      features: [
        { type: 'binary', name: 'state', property: 'state', access: 7, value_on: 'ON' },
        {
          type: 'composite',
          name: 'color_xy',
          property: 'color',
          access: 7,
          features: [
            { type: 'numeric', name: 'x' },
            { type: 'numeric', name: 'y', value_min: 0, value_max: 1 },
          ],
        },
        {
          type: 'composite',
          name: 'color_hs',
          property: 'color',
          access: 7,
          features: [{ type: 'numeric', name: 'hue' }],
        },
      ],
    },
    { type: 'enum', name: 'effect', property: 'effect', access: 2, values: ['blink'] },
    {
      type: 'numeric',
      name: 'battery',
      property: 'battery',
      access: 1,
      value_min: 0,
      value_max: 100,
    },
    { type: 'enum', name: 'action', property: 'action', access: 1, values: ['single', 'double'] },
  ]);
  expect(state).toEqual({
    color_mode: 'xy',
    state: 'ON',
    color: { x: 21, y: 1, hue: 21 },
    battery: 50,
    action: 'single',
  });
});
