import {
  percentOfSteps,
  stepsOfPercent,
  type HueSaturation,
  type PropertyOptions,
} from '@trellis/connector-sdk';
import type { Publication, Source } from '../component-kind.js';
import { adjustable, readProperty } from '../property.js';
import { colorModes, colorNumbers, numbersIn, type ColorMode } from './light-scales.js';

type Options<Value> = PropertyOptions<Value, Publication[]>;

/** The variables of the numbers of a mode in a command template. */
const variables: Record<ColorMode, string[]> = {
  hs: ['hue', 'sat'],
  xy: ['x', 'y'],
  rgb: ['red', 'green', 'blue'],
  rgbw: ['red', 'green', 'blue', 'white'],
  rgbww: ['red', 'green', 'blue', 'cold_white', 'warm_white'],
};

/** The numbers of a lamp in one of its color modes, each of which has topics of its own. */
interface Numbers {
  mode: ColorMode;
  options: Options<number[]>;
}

/** Reads the numbers (`255,128,0`) of each color mode that a lamp has. */
export const readNumbers = (source: Source): Numbers[] =>
  colorModes.flatMap((mode) => {
    const options = readProperty<number[]>(source, {
      ...adjustable(mode),
      decode: (text) => numbersIn(mode, text.split(',', 5)),
      encode: (numbers) => numbers.join(','),
      variables: (numbers) =>
        Object.fromEntries(variables[mode].map((name, index) => [name, numbers[index]])),
    });
    return options ? [{ mode, options }] : [];
  });

/**
 * Returns the color in the mode that the lamp names (`current`), or else used last; it is set in the first one with a
 * command. With `isDimmedByColor` the channels of a color are scaled by the current brightness.
 */
export function colorOf(
  source: Source,
  all: Numbers[],
  { current, isDimmedByColor }: { current: string | null | undefined; isDimmedByColor: boolean },
): Options<HueSaturation> | undefined {
  const settable = all.find(({ options }) => options.write);
  const readable = all.filter(({ options }) => !options.writeOnly);
  const named = readable.find(({ mode }) => mode === current);
  const shown = named ?? lastOf(source, readable) ?? settable;
  if (!shown) return undefined;
  const { value: numbers, ...options } = shown.options;
  const write = settable?.options.write;
  const level = isDimmedByColor ? maxOf(all) || maxChannel : maxChannel;
  return {
    ...options,
    value: numbers && colorNumbers(shown.mode).read(numbers),
    write: write && ((color) => write(encodeColor(settable.mode, color, level))),
  };
}

/** Returns the numbers whose message came last; the first ones when no message has any. */
function lastOf({ settings, state }: Source, readable: Numbers[]): Numbers | undefined {
  const orderOf = ({ mode, options: { value } }: Numbers) => {
    const topic = settings.topic(`${mode}_state_topic`);
    const payload = value === undefined || topic === undefined ? undefined : state.get(topic);
    return payload?.order ?? -1;
  };
  const [first, ...others] = readable;
  return others.reduce(
    (last, other) => (last && orderOf(other) <= orderOf(last) ? last : other),
    first,
  );
}

const channelModes: ColorMode[] = ['rgb', 'rgbw', 'rgbww'];
const hasChannels = ({ mode }: Numbers) => channelModes.includes(mode);
const maxChannel = 255;

const maxOf = (all: Numbers[]): number =>
  Math.max(0, ...(all.find((one) => hasChannels(one) && one.options.value)?.options.value ?? []));

const encodeColor = (mode: ColorMode, color: HueSaturation, level: number): number[] =>
  channelModes.includes(mode)
    ? scaled(colorNumbers(mode).write(color), level)
    : colorNumbers(mode).write(color);

/** Scales channels so that the brightest has this level. */
function scaled(channels: number[], level: number): number[] {
  const brightest = Math.max(...channels);
  return channels.map((channel) => Math.round((channel / brightest) * level));
}

/**
 * Returns the brightness of a lamp whose channels have no other one: that of the brightest channel. All of them are
 * scaled to set it (Home Assistant, "MQTT Light").
 */
export function brightnessOf(all: Numbers[]): Options<number> | undefined {
  const readable = all.find((one) => hasChannels(one) && !one.options.writeOnly)?.options;
  const settable = all.find((one) => hasChannels(one) && one.options.write);
  const options = readable ?? settable?.options;
  if (!options) return undefined;
  const write = settable?.options.write;
  const white = { hue: 0, saturation: 0 };
  return {
    ...options,
    value: options.value && percentOfSteps(Math.max(...options.value), maxChannel),
    write:
      write &&
      ((percent) => {
        const { mode, options } = settable;
        const isLit = options.value?.some((channel) => channel > 0);
        const channels = isLit ? options.value! : colorNumbers(mode).write(white);
        return write(scaled(channels, stepsOfPercent(percent, maxChannel)));
      }),
  };
}
