import {
  colorOfRgb,
  colorOfXy,
  convertUnit,
  isAllowed,
  isConvertible,
  kelvinsOfMireds,
  miredsOfKelvins,
  Rejected,
  rgbOfColor,
  xyOfColor,
  type HueSaturation,
  type PropertyAffordance,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import type { conversion as members } from './members.js';

export type Conversion = Partial<z.output<z.ZodObject<typeof members>>> & {
  /** Of a color: an object of `x` and `y`, or of `red`, `green` and `blue`. */
  encoding?: 'xy' | 'rgb' | undefined;
};

const maxText = 4096;

export const canConvert = (from: string, to: string | undefined): boolean =>
  to !== undefined && ((from === 'mired' && to === 'K') || isConvertible(from, to));

/** Converts a value of the API to one of the property; undefined when it is none. */
export function toValue(
  conversion: Conversion,
  affordance: PropertyAffordance,
  remote: unknown,
): unknown {
  const value = conversion.map ? mapped(conversion, remote) : typed(conversion, affordance, remote);
  return value !== undefined && isAllowed(value, affordance) ? value : undefined;
}

const mapped = ({ map, otherwise }: Conversion, remote: unknown): unknown =>
  map!.find(({ from }) => from === remote)?.to ?? otherwise;

function typed(conversion: Conversion, { type, unit }: PropertyAffordance, remote: unknown) {
  if (type === 'boolean') return typeof remote === 'boolean' ? remote : undefined;
  if (type === 'string') return textOf(remote);
  if (type === 'object') return colorOf(conversion, remote);
  const number = numberOf(remote);
  if (number === undefined) return undefined;
  const { remote_unit, factor = 1, offset = 0, base, decimals } = conversion;
  const linear = number * factor + offset;
  const scaled = withoutNoise(base === undefined ? linear : base ** linear);
  const converted = remote_unit === undefined ? scaled : fromUnit(scaled, remote_unit, unit!);
  if (!Number.isFinite(converted)) return undefined;
  if (type === 'integer') return Math.round(converted);
  return decimals === undefined ? converted : Number(converted.toFixed(decimals));
}

function textOf(remote: unknown): string | undefined {
  if (typeof remote === 'number' || typeof remote === 'boolean') return String(remote);
  if (typeof remote !== 'string' || remote.length > maxText) return undefined;
  return remote.includes('\0') || !remote.isWellFormed() ? undefined : remote;
}

/** Reads a number, which many APIs send as a text. */
function numberOf(remote: unknown): number | undefined {
  if (typeof remote === 'number') return remote;
  const isNumber = typeof remote === 'string' && /^-?\d{1,20}(\.\d{1,20})?$/.test(remote);
  return isNumber ? Number(remote) : undefined;
}

const channel = z.number().min(0).max(255);
const xy = z.looseObject({ x: z.number(), y: z.number() });
const rgb = z.looseObject({ red: channel, green: channel, blue: channel });

function colorOf({ encoding }: Conversion, remote: unknown): HueSaturation | undefined {
  if (encoding === 'xy') {
    const { data } = xy.safeParse(remote);
    return data && colorOfXy(data);
  }
  const { data } = rgb.safeParse(remote);
  return data && colorOfRgb(data);
}

const fromUnit = (value: number, from: string, to: string): number =>
  from === 'mired' ? kelvinsOfMireds(value) : convertUnit(value, from, to);

const toUnit = (value: number, from: string, to: string): number =>
  from === 'mired' ? miredsOfKelvins(value) : convertUnit(value, to, from);

/** Removes rounding errors: 0.1 × 3 is 0.3. */
const withoutNoise = (value: number): number => Number(value.toPrecision(12));

/** Converts a value of the property to one of the API. Throws `Rejected` when there is none. */
export function toRemote(
  conversion: Conversion,
  { unit }: PropertyAffordance,
  value: unknown,
): unknown {
  const { map, encoding, remote_unit, remote_type, factor = 1, offset = 0, base } = conversion;
  if (map) {
    const known = map.find(({ to }) => to === value);
    if (!known) throw new Rejected('The API has nothing for this value.');
    return known.from;
  }
  if (encoding === 'xy') return xyOfColor(value as HueSaturation);
  if (encoding === 'rgb') return rgbOfColor(value as HueSaturation);
  if (typeof value !== 'number') return value;
  const converted = remote_unit === undefined ? value : toUnit(value, remote_unit, unit!);
  const linear = base === undefined ? converted : Math.log(converted) / Math.log(base);
  const number = withoutNoise((linear - offset) / factor);
  if (!Number.isFinite(number)) throw new Rejected('The API has nothing for this value.');
  if (remote_type === 'text') return String(number);
  if (remote_type !== 'integer') return number;
  const isLevel = unit === '%' && value > 0 && base === undefined;
  return isLevel ? stepAbove(Math.round(-offset / factor), number) : Math.round(number);
}

/** Rounds a level to an integer; one above 0 % is never that of 0 %, which is off. */
const stepAbove = (off: number, level: number): number =>
  Math.round(level) === off ? off + Math.sign(level - off) : Math.round(level);
