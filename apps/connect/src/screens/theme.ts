type Rgb = [red: number, green: number, blue: number];

/** The readable color of an account, and the color of text on it. */
export interface Accent {
  accent: string;
  onAccent: string;
}

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];
/** The surfaces of page.css on which the color has to be readable. */
const surfaces: Record<'light' | 'dark', Rgb> = { light: [246, 246, 244], dark: [30, 32, 36] };
/** A little more than WCAG 2.2 requires for text (criterion 1.4.3). */
const minContrast = 4.7;

/** Darkens or lightens a color such as `#1f6feb` until it is readable, for light and dark pages. */
export function accentsOf(color: string): Record<'light' | 'dark', Accent> {
  return {
    light: toAccent(readable(parse(color), surfaces.light, black)),
    dark: toAccent(readable(parse(color), surfaces.dark, white)),
  };
}

export function contrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter! + 0.05) / (darker! + 0.05);
}

export const parse = (color: string): Rgb =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)) as Rgb;

function readable(color: Rgb, surface: Rgb, towards: Rgb): Rgb {
  const steps = Array.from({ length: 21 }, (_, step) => mix(color, towards, step / 20));
  return steps.find((mixed) => contrast(mixed, surface) >= minContrast) ?? towards;
}

const mix = (color: Rgb, other: Rgb, share: number): Rgb =>
  color.map((part, index) => Math.round(part + (other[index]! - part) * share)) as Rgb;

const toAccent = (color: Rgb): Accent => ({
  accent: toHex(color),
  onAccent: toHex(contrast(color, white) >= contrast(color, black) ? white : black),
});

const toHex = (color: Rgb): string =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
