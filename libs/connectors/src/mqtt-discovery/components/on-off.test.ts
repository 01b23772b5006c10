import { describe, expect, test } from '@jest/globals';
import { built } from '../testing/built.js';

const topics = { state_topic: 's', command_topic: 'c' };

describe('binary_sensor and switch', () => {
  test.each([
    [{}, 'ON', true],
    [{}, 'OFF', false],
    [{}, 'on', undefined],
    [{ payload_on: true, payload_off: false }, 'True', true],
    [{ payload_on: 1, payload_off: 0 }, '0', false],
  ])('%j reads %j as %j', (options, text, expected) => {
    expect(built('binary_sensor', { ...topics, ...options }).read('', text)).toBe(expected);
  });

  test.each([
    ['motion', 'motion'],
    ['window', 'open'],
    ['battery', 'battery_low'],
    ['running', ''],
  ])('a binary sensor of class %s has the property %j', (device_class, name) => {
    const sensor = built('binary_sensor', { ...topics, device_class });
    expect(sensor.names).toEqual([name]);
    expect(sensor.read(name, 'ON')).toBe(true);
    expect(sensor.affordance(name)?.readOnly).toBe(true);
  });

  test('a switch is a relay or a socket', () => {
    expect(built('switch', topics).capability('on')).toBe('switch');
    expect(built('switch', { ...topics, device_class: 'outlet' }).capability('on')).toBe('plug');
  });

  test('a switch may have other words for its state than for its commands', () => {
    const lock = built('switch', {
      ...topics,
      payload_on: 'LOCK',
      payload_off: 'UNLOCK',
      state_on: 'locked',
      state_off: 'unlocked',
    });
    expect(lock.read('on', 'locked')).toBe(true);
    expect(lock.write('on', false)).toEqual(['c UNLOCK']);
  });

  test('a switch without a command can only be read, one without a state only written', () => {
    expect(built('switch', { state_topic: 's' }).affordance('on')?.readOnly).toBe(true);
    expect(built('switch', { command_topic: 'c' }).affordance('on')?.writeOnly).toBe(true);
  });

  test('a state whose template cannot be evaluated is not known, and the property says so', () => {
    const value_template = '{{ states("x") }}';
    const relay = built('switch', { ...topics, value_template });
    expect(relay.read('on', 'ON')).toBeUndefined();
    expect(relay.write('on', true)).toEqual(['c ON']);
    expect(relay.affordance('on')).toMatchObject({
      type: 'boolean',
      description: expect.stringContaining('Its value is not known: its template cannot be'),
    });
    const sensor = built('binary_sensor', { ...topics, device_class: 'motion', value_template });
    expect(sensor.names).toEqual(['motion']);
    expect(sensor.read('motion', 'ON')).toBeUndefined();
    expect(sensor.affordance('motion')?.description).toContain('cannot be evaluated');
  });

  test.each(['a/#', '+/a', '', '$share/g/a', 7, null])('%j is no topic', (topic) => {
    expect(built('switch', { state_topic: topic, command_topic: topic }).names).toEqual([]);
  });
});
