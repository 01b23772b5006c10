import {
  colorOfRgb,
  colorOfXy,
  kelvinsOfMireds,
  miredsOfKelvins,
  rgbOfColor,
  xyOfColor,
  type HueSaturation,
} from '@trellis/connector-sdk';
import type { Settings } from '../settings.js';
import { isObject, toNumber } from '../template/values.js';

/** How a lamp counts what a property has in the unit of its capability. */
export interface Scale<Value, Remote> {
  /** Undefined for anything that is not a value of the lamp. */
  read(given: unknown): Value | undefined;
  write(value: Value): Remote;
}

/** Brightness: steps of the lamp, of which any but 0 is on. */
export function brightnessScale(settings: Settings): Scale<number, number> {
  const maxSteps = positive(settings.number('brightness_scale')) ?? 255;
  return {
    read(given) {
      const steps = toNumber(given);
      if (steps === undefined) return undefined;
      // One decimal place tells any two steps apart.
      const percent = Math.round((steps / maxSteps) * 1000) / 10;
      return Math.min(Math.max(percent, 0), 100);
    },
    write(percent) {
      const steps = Math.round((percent / 100) * maxSteps);
      return percent === 0 ? 0 : Math.max(steps, 1);
    },
  };
}

interface ColorTemperatureScale extends Scale<number, number> {
  /** The range of the lamp (K). */
  minimum: number;
  maximum: number;
}

/** Color temperature: mireds, unless the lamp says that it uses kelvins. */
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

/** The modes of Home Assistant in which a lamp can be given a color. */
export type ColorMode = 'hs' | 'rgb' | 'xy';

/** Color, as an object with the members of a mode. */
export function colorScale(mode: ColorMode): Scale<HueSaturation, Record<string, number>> {
  const members = [...mode];
  const { of, to } = colorModes[mode];
  return {
    read(given) {
      if (!isObject(given)) return undefined;
      const numbers = members.flatMap((name) => toNumber(given[name]) ?? []);
      return numbers.length === members.length ? of(numbers) : undefined;
    },
    write(color) {
      const numbers = to(color);
      return Object.fromEntries(members.map((name, index) => [name, numbers[index] ?? 0]));
    },
  };
}

interface Conversion {
  of(numbers: number[]): HueSaturation | undefined;
  to(color: HueSaturation): number[];
}

const colorModes: Record<ColorMode, Conversion> = {
  hs: {
    of: ([hue = 0, saturation = 0]) => ({ hue, saturation }),
    to: ({ hue, saturation }) => [hue, saturation],
  },
  rgb: {
    of: ([red = 0, green = 0, blue = 0]) => colorOfRgb({ red, green, blue }),
    to(color) {
      const { red, green, blue } = rgbOfColor(color);
      return [red, green, blue];
    },
  },
  xy: {
    of: ([x = 0, y = 0]) => colorOfXy({ x, y }),
    to(color) {
      const { x, y } = xyOfColor(color);
      return [x, y];
    },
  },
};
