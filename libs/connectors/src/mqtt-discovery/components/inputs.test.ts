import { describe, expect, test } from '@jest/globals';
import { Rejected } from '@trellis/connector-sdk';
import { built } from '../testing/built.js';

const topics = { state_topic: 's', command_topic: 'c' };

describe('number', () => {
  test('has a range, and perhaps a template', () => {
    const number = built('number', {
      ...topics,
      min: 0,
      max: 10,
      command_template: '{"n":{{ value }}}',
    });
    expect(number.read('', '5.5')).toBe(5.5);
    expect(number.write('', 5.5)).toEqual(['c {"n":5.5}']);
    expect(number.affordance('')).toMatchObject({ type: 'number', minimum: 0, maximum: 10 });
  });

  test('is refused when its template has no result for a value', () => {
    const number = built('number', { ...topics, command_template: '{{ 1 / value }}' });
    expect(number.write('', 4)).toEqual(['c 0.25']);
    expect(() => number.write('', 0)).toThrow(Rejected);
  });

  test.each([
    [{ min: 0, step: 5 }, 5],
    [{ min: 1, step: 5 }, undefined],
    [{ min: 0, step: 0.1 }, undefined],
    [{ min: 0, step: 0 }, undefined],
  ])('%j has only steps that can be checked', (options, expected) => {
    expect(built('number', { ...topics, ...options }).affordance('')?.multipleOf).toBe(expected);
  });

  test('of a temperature in degrees Fahrenheit is shown and set in degrees Celsius', () => {
    const range = { min: 41, max: 86, unit_of_measurement: '°F' };
    const number = built('number', { ...topics, ...range, device_class: 'temperature' });
    expect(number.affordance('')).toMatchObject({ unit: '°C', minimum: 5, maximum: 30 });
    expect(number.read('', '68')).toBe(20);
    expect(number.write('', 20)).toEqual(['c 68']);
    const difference = built('number', { ...topics, ...range });
    expect(difference.affordance('')).toMatchObject({ unit: '°F', minimum: 41 });
    expect(difference.read('', '68')).toBe(68);
  });
});

describe('select', () => {
  test('has options', () => {
    const select = built('select', { ...topics, options: ['a', 'b', 1] });
    expect(select.affordance('')?.enum).toEqual(['a', 'b', '1']);
    expect(select.read('', 'a')).toBe('a');
    expect(select.read('', 'c')).toBeUndefined();
    expect(select.write('', 'b')).toEqual(['c b']);
  });
});

describe('button', () => {
  test('is an action', () => {
    expect(built('button', topics).invoke('')).toEqual(['c PRESS']);
    const command_template = '{"do":"{{ value }}"}';
    expect(built('button', { ...topics, payload_press: 'x', command_template }).invoke('')).toEqual(
      ['c {"do":"x"}'],
    );
    expect(built('button', {}).actions).toEqual([]);
  });

  test('that identifies the device is called so', () => {
    expect(built('button', { ...topics, device_class: 'identify' }).actions).toEqual(['identify']);
  });
});
