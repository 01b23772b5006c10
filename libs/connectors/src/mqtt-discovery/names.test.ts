import { describe, expect, test } from '@jest/globals';
import { nameAfterComponents } from './names.js';
import { component } from './testing/fixtures.js';

const names = (all: [kind: string, key: string][], identifiers: string[] = []) => [
  ...nameAfterComponents(
    all.map(([kind, key]) => component(kind, key)),
    identifiers,
  ).values(),
];

describe('names after components', () => {
  test.each([
    ['status', 'status'],
    ['Wi-Fi Signal', 'wi_fi_signal'],
    ['D04DF5_DHT11_Dew', 'dht11_dew'],
    ['d04df5-dew', 'dew'],
    ['d04df5', 'd04df5'],
    ['childLock', 'child_lock'],
    ['Außentür', 'aussentuer'],
    ['---', 'sensor'],
  ])('%s becomes %s', (key, name) => {
    expect(names([['sensor', key]], ['D04DF5'])).toEqual([name]);
  });

  test.each(['temperature', 'on', 'power_2', 'identify', 'Target Temperature'])(
    'have the kind in front where a capability has the name %s',
    (key) => {
      const [name] = names([['sensor', key]]);
      expect(name).toMatch(/^sensor_/);
    },
  );

  test('have the kind in front where two would be equal', () => {
    expect(
      names([
        ['sensor', 'filter'],
        ['binary_sensor', 'filter'],
        ['sensor', 'status'],
      ]),
    ).toEqual(['sensor_filter', 'binary_sensor_filter', 'status']);
  });

  test('have a digest where that is not enough', () => {
    const [a, b] = names([
      ['sensor', 'a-b'],
      ['sensor', 'a_b'],
    ]);
    expect(a).toMatch(/^sensor_a_b_[0-9a-f]{8}$/);
    expect(b).toMatch(/^sensor_a_b_[0-9a-f]{8}$/);
    expect(a).not.toBe(b);
  });

  test('are the same in whatever order the components came', () => {
    const all: [string, string][] = [
      ['sensor', 'filter'],
      ['binary_sensor', 'filter'],
      ['sensor', 'sensor_filter'],
      ['switch', 'relay'],
    ];
    expect(names(all.toReversed()).toReversed()).toEqual(names(all));
    expect(new Set(names(all)).size).toBe(4);
  });
});
