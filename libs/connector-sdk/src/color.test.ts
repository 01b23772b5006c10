import { describe, expect, test } from '@jest/globals';
import {
  colorOfRgb,
  colorOfXy,
  kelvinsOfMireds,
  miredsOfKelvins,
  rgbOfColor,
  xyOfColor,
} from './color.js';

describe('a color', () => {
  test.each([
    [
      { red: 255, green: 0, blue: 0 },
      { hue: 0, saturation: 100 },
      { x: 0.64, y: 0.33 },
    ],
    [
      { red: 0, green: 255, blue: 0 },
      { hue: 120, saturation: 100 },
      { x: 0.3, y: 0.6 },
    ],
    [
      { red: 0, green: 0, blue: 255 },
      { hue: 240, saturation: 100 },
      { x: 0.15, y: 0.06 },
    ],
    [
      { red: 255, green: 255, blue: 255 },
      { hue: 0, saturation: 0 },
      { x: 0.3127, y: 0.329 },
    ],
    [
      { red: 255, green: 128, blue: 0 },
      { hue: 30.1, saturation: 100 },
      { x: 0.5431, y: 0.407 },
    ],
  ])('%j is %j and %j', (rgb, color, xy) => {
    expect(colorOfRgb(rgb)).toEqual(color);
    expect(rgbOfColor(color)).toEqual(rgb);
    expect(xyOfColor(color).x).toBeCloseTo(xy.x, 3);
    expect(xyOfColor(color).y).toBeCloseTo(xy.y, 3);
  });

  test('is the same whether it is dark or bright', () => {
    expect(colorOfRgb({ red: 100, green: 50, blue: 0 })).toEqual({ hue: 30, saturation: 100 });
    expect(colorOfRgb({ red: 0, green: 0, blue: 0 })).toEqual({ hue: 0, saturation: 0 });
  });

  test('survives the conversion to xy and back, all around the circle', () => {
    for (let hue = 0; hue < 360; hue += 15) {
      for (const saturation of [20, 60, 100]) {
        const back = colorOfXy(xyOfColor({ hue, saturation }))!;
        const turned = Math.abs(((back.hue - hue + 540) % 360) - 180);
        expect(turned).toBeLessThan(1);
        expect(Math.abs(back.saturation - saturation)).toBeLessThan(1);
      }
    }
  });

  test('outside sRGB becomes the nearest one in it, and coordinates of no color become none', () => {
    const green = colorOfXy({ x: 0.17, y: 0.7 })!;
    expect(green.saturation).toBe(100);
    expect(green.hue).toBeGreaterThan(100);
    expect(green.hue).toBeLessThan(160);
    for (const none of [
      { x: 0.5, y: 0 },
      { x: 0, y: NaN },
    ]) {
      expect(colorOfXy(none)).toBeUndefined();
    }
  });
});

test('kelvins and mireds are each other’s inverse', () => {
  expect(kelvinsOfMireds(153)).toBe(6536);
  expect(miredsOfKelvins(6536)).toBe(153);
});
