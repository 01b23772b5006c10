import { describe, expect, test } from '@jest/globals';
import { action, affordanceOf, event, inRole, property, roleOf, withTitle } from '../device.js';
import { identify, light, sensor, switchable } from './abilities.js';
import { combineParts, type Part } from './parts.js';

const write = (value: unknown) => value;
const lamp = (number?: number): Part => ({
  abilities: [light.on({ write }), light.brightness({ write })],
  number,
});
const relay = (number?: number): Part => ({ abilities: [switchable.on({ write })], number });
const meter: Part = { abilities: [sensor.power({ value: 1 }), sensor.energy({ value: 2 })] };

const titled = ({ abilities }: Part, index: number): Part => ({
  abilities: abilities.map((ability) => withTitle(ability, `${index}`)),
});

const namesOf = (...parts: Part[]) => combineParts(parts).map(({ name }) => name);

describe('the parts of a device', () => {
  test('keep plain names when each capability occurs once', () => {
    expect(namesOf(lamp(), meter)).toEqual(['on', 'brightness', 'power', 'energy']);
    expect(namesOf(lamp(7))).toEqual(['on', 'brightness']);
    expect(namesOf()).toEqual([]);
  });

  test('are numbered in their order when a capability occurs several times', () => {
    expect(namesOf(lamp(), meter, lamp())).toEqual([
      'on_1',
      'brightness_1',
      'power',
      'energy',
      'on_2',
      'brightness_2',
    ]);
  });

  test('keep the numbers that are printed on the device', () => {
    expect(namesOf(relay(0), relay(3))).toEqual(['on_0', 'on_3']);
  });

  test('have the voltage of a battery apart from that of the mains', () => {
    const single = (ability: Part['abilities'][number]): Part => ({ abilities: [ability] });
    const voltage = single(sensor.voltage({ value: 3 }));
    for (const battery of [sensor.battery({ value: 80 }), sensor.battery_low({ value: false })]) {
      const [, ofBattery] = combineParts([single(battery), voltage]);
      expect(ofBattery).toMatchObject({ name: 'battery_voltage', value: 3 });
      expect(ofBattery).not.toHaveProperty('capability');
      expect(roleOf(ofBattery!)).toBe('diagnostic');
      expect(namesOf(single(battery), voltage, meter)).toContain('voltage');
    }
    expect(namesOf(voltage)).toEqual(['voltage']);
    const battery = single(sensor.battery({ value: 80 }));
    expect(namesOf(battery, voltage, voltage)).toEqual(['battery', 'voltage_1', 'voltage_2']);
    const load = inRole(sensor.power({ value: 60 }), 'diagnostic', 'load');
    expect(namesOf(battery, voltage, single(load))).toEqual(['battery', 'voltage', 'load']);
  });

  test('are counted when not all numbers are known, or some are the same', () => {
    expect(namesOf(relay(4), relay())).toEqual(['on_1', 'on_2']);
    expect(namesOf(relay(4), relay(4))).toEqual(['on_1', 'on_2']);
  });

  test('are numbered together when different capabilities share a name', () => {
    expect(namesOf(lamp(), relay(), meter)).toEqual([
      'on_1',
      'brightness_1',
      'on_2',
      'power',
      'energy',
    ]);
  });

  test('may share the name of a property with an action and an event', () => {
    const named = { abilities: [property('identify', { type: 'boolean' }, {})] };
    const events = { abilities: [event('identify', {})] };
    expect(namesOf(named, { abilities: [identify(write)] }, events)).toEqual(
      Array.from({ length: 3 }, () => 'identify'),
    );
  });

  test('have events that are numbered like everything else', () => {
    const pressed = { abilities: [event('pressed', {})] };
    expect(namesOf(pressed, pressed)).toEqual(['pressed_1', 'pressed_2']);
  });

  test('with names of their own are numbered where these are the same', () => {
    const own = (name: string): Part => ({ abilities: [property(name, { type: 'string' }, {})] });
    expect(namesOf(own('mode'), own('state'), own('mode'))).toEqual(['mode_1', 'state', 'mode_2']);
  });

  test('never take the name of another ability', () => {
    const own = (name: string): Part => ({ abilities: [property(name, { type: 'string' }, {})] });
    const names = namesOf(own('mode'), own('mode_1'), own('mode'));
    expect(new Set(names).size).toBe(3);
    expect(names).toContain('mode_1');
  });

  test('do not take a printed number that would make the name of another ability', () => {
    const own: Part = { abilities: [property('on_3', { type: 'string' }, {})] };
    expect(namesOf(relay(3), relay(4), own)).toEqual(['on_1', 'on_2', 'on_3']);
  });

  test('keep everything but the name', () => {
    const [first] = combineParts([relay(), meter, relay()].map(titled));
    expect(first).toEqual({ ...withTitle(switchable.on({ write }), '0'), name: 'on_1' });
  });

  test('have titles that tell equals apart: by the labels of the parts, or else by numbers', () => {
    const open = (label?: string): Part => ({
      abilities: [withTitle(property('open', { type: 'boolean' }, {}), 'Open')],
      label: () => label,
    });
    const titlesOf = (...parts: Part[]) =>
      combineParts(parts).map((ability) => affordanceOf(ability).title);
    expect(titlesOf(open('left'))).toEqual(['Open']);
    expect(titlesOf(open('left'), open('right'))).toEqual(['Open (left)', 'Open (right)']);
    expect(titlesOf(open('left'), open('left'))).toEqual(['Open (1)', 'Open (2)']);
    expect(titlesOf(open('left'), open())).toEqual(['Open (1)', 'Open (2)']);
    const press = action('open', { title: 'Open' }, write);
    expect(titlesOf(open('left'), { abilities: [press] })).toEqual(['Open', 'Open']);
  });
});
