import Color from 'colorjs.io';

/** A color without its brightness: hue in degrees, saturation in percent. */
export interface HueSaturation {
  hue: number;
  saturation: number;
}

/** A color as channels of sRGB, each from 0 to 255. */
export interface Rgb {
  red: number;
  green: number;
  blue: number;
}

/** A color as coordinates in the CIE 1931 chromaticity diagram. */
export interface Xy {
  x: number;
  y: number;
}

export const colorOfRgb = ({ red, green, blue }: Rgb): HueSaturation =>
  hueSaturation(new Color('srgb', [red / 255, green / 255, blue / 255]));

/** Returns the channels of a color at full brightness. */
export function rgbOfColor(color: HueSaturation): Rgb {
  const [red = 0, green = 0, blue = 0] = brightest(color).to('srgb').coords.map(known);
  const channel = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 255);
  return { red: channel(red), green: channel(green), blue: channel(blue) };
}

/** Returns the nearest color in sRGB; undefined for coordinates of no color. */
export function colorOfXy({ x, y }: Xy): HueSaturation | undefined {
  if (!(y > 0)) return undefined;
  const light = new Color('xyz-d65', [x / y, 1, (1 - x - y) / y]).to('srgb-linear').coords;
  const [red = 0, green = 0, blue = 0] = light.map((channel) => Math.max(known(channel), 0));
  const max = Math.max(red, green, blue);
  if (!(max > 0)) return undefined;
  return hueSaturation(new Color('srgb-linear', [red / max, green / max, blue / max]));
}

export function xyOfColor(color: HueSaturation): Xy {
  const [x = 0, y = 0, z = 0] = brightest(color).to('xyz-d65').coords.map(known);
  const sum = x + y + z;
  return { x: rounded(x / sum, 4), y: rounded(y / sum, 4) };
}

/** Converts mireds, the unit of many lamps: a million divided by kelvins. */
export const kelvinsOfMireds = (mireds: number): number => Math.round(1_000_000 / mireds);
export const miredsOfKelvins = (kelvins: number): number => Math.round(1_000_000 / kelvins);

const brightest = ({ hue, saturation }: HueSaturation) => new Color('hsv', [hue, saturation, 100]);

function hueSaturation(color: Color): HueSaturation {
  const [hue = 0, saturation = 0] = color.to('hsv').coords.map(known);
  const whole = Math.min(rounded(saturation, 1), 100);
  return { hue: whole === 0 ? 0 : rounded(hue, 1) % 360, saturation: whole };
}

/** A grey has no hue. */
const known = (coordinate: number | null): number =>
  coordinate === null || Number.isNaN(coordinate) ? 0 : coordinate;

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
