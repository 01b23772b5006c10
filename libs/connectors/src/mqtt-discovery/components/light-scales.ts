import {
  affordances,
  colorOfRgb,
  colorOfXy,
  inverseTemperature,
  rgbOfColor,
  xyOfColor,
  type HueSaturation,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import type { Settings } from '../settings.js';
import { isObject, toNumber } from '../template/values.js';

/** What a lamp counts in, and what every lamp has in common. */
export interface Scale {
  affordance: PropertyAffordance;
  /** Undefined for what is no value of the lamp. */
  read(given: unknown): unknown;
  /** Of a value that the affordance allows. */
  write(value: unknown): unknown;
}

/** Brightness: steps of the lamp, of which any but 0 is on. */
export function brightnessScale(settings: Settings): Scale {
  const most = settings.number('brightness_scale') ?? 255;
  return {
    affordance: affordances.brightness,
    read(given) {
      const steps = toNumber(given);
      // One decimal place tells any two steps apart.
      return steps === undefined
        ? undefined
        : Math.min(Math.round((steps / most) * 1000) / 10, 100);
    },
    write(percent) {
      const steps = Math.round((Number(percent) / 100) * most);
      return percent === 0 ? 0 : Math.max(steps, 1);
    },
  };
}

/** Colour temperature: mireds, unless the lamp says that it uses kelvins. */
export function colorTemperatureScale(settings: Settings): Scale {
  if (settings.flag('color_temp_kelvin')) {
    const [minimum, maximum] = [settings.number('min_kelvin'), settings.number('max_kelvin')];
    return {
      affordance: affordances.colorTemperature({
        minimum: Math.ceil(minimum ?? 2000),
        maximum: Math.floor(maximum ?? 6535),
      }),
      read: toWhole,
      write: (kelvins) => kelvins,
    };
  }
  const [least, most] = [
    settings.number('min_mireds') ?? 153,
    settings.number('max_mireds') ?? 500,
  ];
  return {
    affordance: affordances.colorTemperature({
      minimum: inverseTemperature(most),
      maximum: inverseTemperature(least),
    }),
    read(given) {
      const mireds = toNumber(given);
      return mireds !== undefined && mireds > 0 ? inverseTemperature(mireds) : undefined;
    },
    write: (kelvins) => Math.min(Math.max(inverseTemperature(Number(kelvins)), least), most),
  };
}

/** The modes of Home Assistant in which a lamp may be told a colour. */
export type ColorMode = 'hs' | 'rgb' | 'xy';

/** Colour, in the members of a mode. */
export function colorScale(mode: ColorMode): Scale {
  const members = [...mode];
  const { of, to } = colorModes[mode];
  return {
    affordance: affordances.color,
    read(given) {
      if (!isObject(given)) return undefined;
      const numbers = members.flatMap((name) => toNumber(given[name]) ?? []);
      return numbers.length === members.length ? of(numbers) : undefined;
    },
    write(color) {
      const numbers = to(color as HueSaturation);
      return Object.fromEntries(members.map((name, index) => [name, numbers[index]]));
    },
  };
}

interface Members {
  of(numbers: number[]): HueSaturation | undefined;
  to(color: HueSaturation): number[];
}

const colorModes: Record<ColorMode, Members> = {
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

function toWhole(given: unknown): number | undefined {
  const number = toNumber(given);
  return number === undefined ? undefined : Math.round(number);
}
