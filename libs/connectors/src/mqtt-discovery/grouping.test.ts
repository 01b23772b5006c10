import { describe, expect, test } from '@jest/globals';
import { groupByDevice } from './devices.js';
import { nameComponents } from './names.js';
import { kinds } from './components/kinds.js';
import { component } from './testing.js';
import type { Component } from './discovery.js';

const groups = (components: Component[]) =>
  groupByDevice(components).map(({ id, components: of }) => [id, of.map(({ key }) => key)]);

const of = (key: string, device: unknown) => component('sensor', key, { device });

describe('devices', () => {
  test('have the components with an identifier or a connection in common', () => {
    const components = [
      of('a', { identifiers: ['x', 'y'] }),
      of('b', { identifiers: 'y' }),
      of('c', { identifiers: [7], connections: [['mac', '02:00']] }),
      of('d', { connections: [['mac', '02:00']] }),
      of('e', { identifiers: ['z'] }),
    ];
    const expected = [
      ['device:7', ['c', 'd']],
      ['device:x', ['a', 'b']],
      ['device:z', ['e']],
    ];
    expect(groups(components)).toEqual(expected);
    expect(groups(components.toReversed())).toEqual(expected);
  });

  test('are joined by a component that comes last', () => {
    expect(
      groups([
        of('a', { identifiers: ['x'] }),
        of('b', { identifiers: ['y'] }),
        of('c', { identifiers: ['y', 'x'] }),
      ]),
    ).toEqual([['device:x', ['a', 'b', 'c']]]);
  });

  test('a component without a device is one of its own', () => {
    expect(groups([of('a', undefined), of('b', {}), of('c', { identifiers: [''] })])).toEqual([
      ['component:sensor/a', ['a']],
      ['component:sensor/b', ['b']],
      ['component:sensor/c', ['c']],
    ]);
  });

  test('have ids that are not too long', () => {
    const [device] = groupByDevice([of('a', { identifiers: ['i'.repeat(10_000)] })]);
    expect(device?.id).toMatch(/^device:i{393}#[0-9a-f]{32}$/);
  });

  test('are grouped in no time, however many', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      of(`c${index}`, { identifiers: [`i${index}`, `i${index + 1}`] }),
    );
    const began = Date.now();
    expect(groupByDevice(chain)).toHaveLength(1);
    expect(Date.now() - began).toBeLessThan(2000);
  });
});

describe('names', () => {
  const options = { state_topic: 'a', command_topic: 'b' };
  const names = (all: [kind: string, key: string][], identifiers: string[] = []) => {
    const able = all.map(([kind, key]) => {
      const each = component(kind, key, options);
      return { component: each, abilities: kinds.get(kind)?.(each.settings) ?? {} };
    });
    return [...nameComponents(able, identifiers)].map(([, name]) => name);
  };

  test.each([
    ['temperature', 'temperature'],
    ['Wi-Fi Signal', 'wi_fi_signal'],
    ['D04DF5_DHT11_Temperature', 'dht11_temperature'],
    ['d04df5-temp', 'temp'],
    ['d04df5', 'd04df5'],
    ['targetTemperature', 'target_temperature'],
    ['Außentemperatür', 'au_entemperatur'],
    ['---', 'sensor'],
  ])('%s becomes %s', (key, name) => {
    expect(names([['sensor', key]], ['D04DF5'])).toEqual([name]);
  });

  test('get the kind in front where two would be the same', () => {
    expect(
      names([
        ['sensor', 'battery'],
        ['binary_sensor', 'battery'],
        ['sensor', 'power'],
      ]),
    ).toEqual(['sensor_battery', 'binary_sensor_battery', 'power']);
  });

  test('get a hash where that is not enough', () => {
    const [a, b] = names([
      ['sensor', 'a-b'],
      ['sensor', 'a_b'],
    ]);
    expect(a).toMatch(/^sensor_a_b_[0-9a-f]{8}$/);
    expect(b).toMatch(/^sensor_a_b_[0-9a-f]{8}$/);
    expect(a).not.toBe(b);
  });

  test('are not those of an ability of another component', () => {
    const able = names([
      ['cover', 'blind'],
      ['switch', 'blind_position'],
    ]);
    expect(able).toEqual(['blind', 'blind_position']);
    const colliding = [
      component('cover', 'blind', { ...options, position_topic: 'c' }),
      component('switch', 'blind_position', options),
    ].map((each) => ({
      component: each,
      abilities: kinds.get(each.kind)?.(each.settings) ?? {},
    }));
    expect([...nameComponents(colliding, []).values()]).toEqual([
      'cover_blind',
      'switch_blind_position',
    ]);
  });

  test('are the same in whatever order the components came', () => {
    const all: [string, string][] = [
      ['sensor', 'battery'],
      ['binary_sensor', 'battery'],
      ['sensor', 'sensor_battery'],
      ['switch', 'relay'],
    ];
    expect(names(all.toReversed()).toReversed()).toEqual(names(all));
    expect(new Set(names(all)).size).toBe(4);
  });
});
