import { describe, expect, test } from '@jest/globals';
import type { Component } from './component-kind.js';
import { groupByDevice } from './grouping.js';
import { component } from './testing/fixtures.js';

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

  test('have their components in the order in which people count', () => {
    const relays = ['RL_10', 'RL_2', 'RL_1'].map((key) => of(key, { identifiers: ['x'] }));
    expect(groups(relays)).toEqual([['device:x', ['RL_1', 'RL_2', 'RL_10']]]);
  });

  test('may be chained by 20,000 components, of which each device keeps 500', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      of(`c${index}`, { identifiers: [`i${index}`, `i${index + 1}`] }),
    );
    const found = groupByDevice(chain);
    expect(found).toHaveLength(1);
    expect(found[0]?.components).toHaveLength(500);
  });
});
