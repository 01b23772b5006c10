import { describe, expect, test } from '@jest/globals';
import { devicesOf } from './devices.js';

const device = (services: object[]) => ({
  id: 'one',
  type: 'device',
  metadata: { name: 'One' },
  services: services.map((service) => ({
    rid: (service as { id: string }).id,
    rtype: (service as { type: string }).type,
  })),
});
const light = (id: string, members: object = { on: { on: true } }) => ({
  id,
  type: 'light',
  ...members,
});
const button = (id: string, control_id?: number) => ({
  id,
  type: 'button',
  ...(control_id !== undefined && { metadata: { control_id } }),
  button: { last_event: 'short_release' },
});

const namesWith = (...services: { id: string; type: string }[]) =>
  devicesOf([device(services), ...services]).flatMap(({ abilities }) =>
    abilities.map(({ name }) => name),
  );

describe('a device', () => {
  test('with one lamp or one button has plain names', () => {
    expect(namesWith(light('a'))).toEqual(['on', 'identify']);
    expect(namesWith(button('a', 3))).toEqual(['event', 'event_time', 'identify']);
  });

  test('with two lamps has them numbered', () => {
    expect(namesWith(light('a'), light('b'))).toEqual(['on_1', 'on_2', 'identify']);
  });

  test('with buttons keeps the numbers that are printed on them', () => {
    expect(namesWith(button('a', 2), button('b', 4))).toEqual([
      'event_2',
      'event_time_2',
      'event_4',
      'event_time_4',
      'identify',
    ]);
  });

  test.each([
    ['is not an object', { on: 17 }],
    ['is null', { on: null }],
    ['misses a member', { on: {} }],
  ])('loses what %s, and nothing else', (_what, odd) => {
    expect(namesWith(light('a', { ...odd, dimming: { brightness: 1 } }))).toEqual([
      'brightness',
      'identify',
    ]);
  });

  test.each([
    ['a service of an unknown type', { id: 'a', type: 'teleporter' }],
    ['a service with the name of a member of objects', { id: 'a', type: 'constructor' }],
    ['a sensor of another shape', { id: 'a', type: 'motion', motion: 'yes' }],
  ])('ignores %s', (_what, odd) => {
    expect(namesWith(odd, light('b'))).toEqual(['on', 'identify']);
  });
});
