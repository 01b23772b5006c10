import { describe, expect, test } from '@jest/globals';
import { fan, light, plug } from './abilities.js';
import { combineParts } from './parts.js';
import { colorModeByName, unify } from './unify.js';
import type { Ability, Device } from '../device.js';

type Command = Record<string, unknown>;

const lamp = (mode: string | null | undefined, color: number | null = 240): Ability<Command>[] => [
  light.on({ value: true, write: (on) => ({ on }) }),
  light.brightness({ value: 40, write: (brightness) => ({ brightness }) }),
  light.color_mode({ value: mode }),
  light.color_temperature({ value: 2700, write: (kelvins) => ({ kelvins }) }),
  light.color({ value: color === null ? null : { hue: color, saturation: 50 } }),
];

const properties = (abilities: Ability<Command>[]) => {
  const device: Device<Command> = { id: 'a', title: 'A', abilities };
  return Object.fromEntries(
    unify(device).abilities.flatMap((one) => ('property' in one ? [[one.name, one]] : [])),
  );
};

describe('a level of 0 %', () => {
  const write = (percent: number) => ({ percent });

  test.each([
    ['brightness', light.on<Command>, light.brightness({ write })],
    ['speed', fan.on<Command>, fan.speed({ write })],
  ])('of %s switches off, and any other is a level', (name, on, level) => {
    const device = properties([on({ write: (isOn) => ({ on: isOn }) }), level]);
    expect(device[name]!.write!(0)).toEqual({ on: false });
    expect(device[name]!.write!(0.1)).toEqual({ percent: 0.1 });
    expect(device.on!.write!(true)).toEqual({ on: true });
  });

  test('switches off the lamp with the same number', () => {
    const part = (name: string) => ({
      abilities: [
        light.on({ write: (on): Command => ({ [name]: on }) }),
        light.brightness({ write: (percent): Command => ({ [name]: percent }) }),
      ],
    });
    const device = properties(combineParts([part('left'), part('right')]));
    expect(device.brightness_2!.write!(0)).toEqual({ right: false });
    expect(device.brightness_1!.write!(0)).toEqual({ left: false });
  });

  test('is left to a device that cannot be switched by itself', () => {
    const brightness = light.brightness({ write: (percent) => ({ percent }) });
    const others = [plug.on({ write: (on) => ({ on }) }), light.on({ value: true })];
    for (const on of others) {
      expect(properties([on, brightness]).brightness!.write!(0)).toEqual({ percent: 0 });
    }
    expect(properties([light.on({ write: (on) => ({ on }) }), light.brightness({})])).toMatchObject(
      {
        brightness: { write: undefined },
      },
    );
  });
});

describe('of a color and a color temperature', () => {
  const known = (mode: string | null | undefined) => {
    const { color, color_temperature: white } = properties(lamp(mode));
    return {
      color: color!.value,
      white: white!.value,
      unknown: [color!.isUnknown, white!.isUnknown],
    };
  };
  const color = { hue: 240, saturation: 50 };

  test('only the one that the lamp shines in has a value', () => {
    const unknown = true;
    expect(known('color')).toEqual({ color, white: undefined, unknown: [undefined, unknown] });
    expect(known('color_temperature')).toEqual({
      color: undefined,
      white: 2700,
      unknown: [unknown, undefined],
    });
  });

  test('neither has one while the lamp says that it shines in none', () => {
    expect(known(null)).toEqual({ color: undefined, white: undefined, unknown: [true, true] });
  });

  test('both keep theirs while the mode is not reported', () => {
    expect(known(undefined)).toMatchObject({ color, white: 2700 });
  });

  test('an unknown one stays unknown', () => {
    expect(properties(lamp('color', null)).color).toMatchObject({ isUnknown: true });
    expect(properties(lamp('color', null)).color).not.toHaveProperty('value');
  });
});

test('a device without lamps and fans stays as it is', () => {
  const device = { id: 'a', title: 'A', abilities: [plug.on({ value: true })] };
  expect(unify(device)).toBe(device);
});

test.each([
  ['hs', 'color'],
  ['rgbww', 'color'],
  ['color_temp', 'color_temperature'],
  ['brightness', null],
  [null, null],
  ['', undefined],
  [5, undefined],
  [undefined, undefined],
])('the color mode %s of Home Assistant is %s', (mode, expected) => {
  expect(colorModeByName(mode)).toBe(expected);
});
