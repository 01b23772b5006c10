import {
  colorOfRgb,
  colorOfXy,
  type HueSaturation,
  isObject,
  kelvinsOfMireds,
  miredsOfKelvins,
  percentOfSteps,
  rgbOfColor,
  stepsOfPercent,
  xyOfColor,
} from '@trellis/connector-sdk';
import { toNumber } from '@trellis/jinja';
import type { Settings } from '../settings.js';

/** The conversion between a lamp's numbers and the unit of a capability. */
export interface Scale<Value, Remote> {
  /** Reads a number of the lamp; undefined for anything else. */
  read(given: unknown): Value | undefined;
  write(value: Value): Remote;
}

/** Returns the scale of brightness: steps of the lamp, of which any but 0 is on. */
export function brightnessScale(settings: Settings): Scale<number, number> {
  const maxSteps = positive(settings.number('brightness_scale')) ?? 255;
  return {
    read(given) {
      const steps = toNumber(given);
      return steps === undefined ? undefined : percentOfSteps(steps, maxSteps);
    },
    write: (percent) => stepsOfPercent(percent, maxSteps),
  };
}

interface ColorTemperatureScale extends Scale<number, number> {
  minimum: number;
  maximum: number;
}

/** Returns the scale of color temperature: mireds, unless the lamp uses kelvins. */
export function colorTemperatureScale(settings: Settings): ColorTemperatureScale {
  if (settings.flag('color_temp_kelvin')) {
    return {
      minimum: Math.ceil(settings.number('min_kelvin') ?? 2000),
      maximum: Math.floor(settings.number('max_kelvin') ?? 6535),
      read(given) {
        const kelvins = toNumber(given);
        return kelvins === undefined ? undefined : Math.round(kelvins);
      },
      write: (kelvins) => kelvins,
    };
  }
  const minMireds = positive(settings.number('min_mireds')) ?? 153;
  const maxMireds = positive(settings.number('max_mireds')) ?? 500;
  return {
    minimum: kelvinsOfMireds(maxMireds),
    maximum: kelvinsOfMireds(minMireds),
    read(given) {
      const mireds = positive(toNumber(given));
      return mireds === undefined ? undefined : kelvinsOfMireds(mireds);
    },
    write: (kelvins) => Math.min(Math.max(miredsOfKelvins(kelvins), minMireds), maxMireds),
  };
}

const positive = (value: number | undefined) =>
  value !== undefined && value > 0 ? value : undefined;

export type ColorMode = 'hs' | 'xy' | 'rgb' | 'rgbw' | 'rgbww';

/** The color modes; the one without conversion comes first. */
export const colorModes: ColorMode[] = ['hs', 'xy', 'rgb', 'rgbw', 'rgbww'];

/** Reads the numbers of a mode; undefined unless there are all of them. */
export function numbersIn(mode: ColorMode, given: unknown[]): number[] | undefined {
  const { length } = conversions[mode].members;
  const numbers = given.slice(0, length).flatMap((one) => toNumber(one) ?? []);
  return numbers.length === length ? numbers : undefined;
}

/** Returns the scale of colors as lists of the numbers of a mode: `255,128,0`. White lamps are off. */
export function colorNumbers(mode: ColorMode): Scale<HueSaturation, number[]> {
  const { members, of, to } = conversions[mode];
  return {
    read(given) {
      const numbers = Array.isArray(given) ? numbersIn(mode, given) : undefined;
      return numbers && of(numbers);
    },
    write(color) {
      const numbers = to(color);
      return members.map((_, index) => numbers[index] ?? 0);
    },
  };
}

export function colorScale(mode: ColorMode): Scale<HueSaturation, Record<string, number>> {
  const { members } = conversions[mode];
  const { read, write } = colorNumbers(mode);
  return {
    read: (given) => (isObject(given) ? read(members.map((name) => given[name])) : undefined),
    write(color) {
      const numbers = write(color);
      return Object.fromEntries(members.map((name, index) => [name, numbers[index] ?? 0]));
    },
  };
}

interface Conversion {
  /** In the JSON of a lamp. */
  members: string[];
  of(numbers: number[]): HueSaturation | undefined;
  to(color: HueSaturation): number[];
}

const rgb: Pick<Conversion, 'of' | 'to'> = {
  of: ([red = 0, green = 0, blue = 0]) => colorOfRgb({ red, green, blue }),
  to(color) {
    const { red, green, blue } = rgbOfColor(color);
    return [red, green, blue];
  },
};

const conversions: Record<ColorMode, Conversion> = {
  hs: {
    members: ['h', 's'],
    of: ([hue = 0, saturation = 0]) => ({ hue, saturation }),
    to: ({ hue, saturation }) => [hue, saturation],
  },
  xy: {
    members: ['x', 'y'],
    of: ([x = 0, y = 0]) => colorOfXy({ x, y }),
    to(color) {
      const { x, y } = xyOfColor(color);
      return [x, y];
    },
  },
  rgb: { ...rgb, members: ['r', 'g', 'b'] },
  rgbw: { ...rgb, members: ['r', 'g', 'b', 'w'] },
  rgbww: { ...rgb, members: ['r', 'g', 'b', 'c', 'w'] },
};
