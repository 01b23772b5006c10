import { describe, expect, test } from '@jest/globals';
import type { State } from './kinds.js';
import { formatStates, parseStates, type Written } from './memory.js';

describe('the states of devices as a text', () => {
  test('hold what differs from the initial state, and nothing else', () => {
    const states = new Map<number, Written>([
      [2, { state: { on: 1, brightness: 100, hue: 240.5 } }],
      [4, { state: { position: 100 } }],
      [5, { state: { mode: 0 } }],
    ]);
    expect(formatStates(states)).toBe('2:1,,,240.5,,;5:,0');
    expect(parseStates(formatStates(states))).toEqual(
      new Map<number, Written>([
        [2, { state: { on: 1, hue: 240.5 } }],
        [5, { state: { mode: 0 } }],
      ]),
    );
  });

  test('have when a lamp began to change, how long it takes, and from which state', () => {
    const from = { on: 1, brightness: 100, color_temperature: 2700, hue: 0, saturation: 0 };
    const move = { from: { ...from, colored: 0 }, startMs: 1_764_000_000_000, durationMs: 2_000 };
    const states = new Map<number, Written>([[2, { state: { on: 1, brightness: 20 }, move }]]);
    expect(formatStates(states)).toBe('2:1,20,,,,:1764000000000:2000:1,,,,,');
    expect(parseStates(formatStates(states))).toEqual(states);
  });

  test.each([undefined, ''])('are none in %j', (text) => {
    expect(parseStates(text)).toEqual(new Map());
  });

  test('of 1000 devices fit into the memory of a client', () => {
    const longest: State[] = [
      {},
      {
        on: 1,
        brightness: 33.333,
        color_temperature: 6499,
        hue: 359.999,
        saturation: 99.999,
        colored: 1,
      },
      { on: 0, energy: 12345.678, since: 1_800_000_000 },
      { position: 33.333 },
      { target_temperature: 20.123, mode: 0 },
      {},
    ];
    const states = new Map(
      Array.from({ length: 1000 }, (_, index) => [index + 1, { state: longest[index % 6]! }]),
    );
    expect(Buffer.byteLength(formatStates(states))).toBeLessThan(15 * 1024);
  });
});
