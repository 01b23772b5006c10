import { describe, expect, test } from '@jest/globals';
import { devicesAt } from './devices.js';
import type { State } from './kinds.js';

const intervalMs = 1000;
const start = Date.UTC(2026, 10, 21);

/** The devices in a round, counted from the start of the test's time. */
const inRound = (round: number, { devices = 12, change_rate = 0.5, written = noState } = {}) =>
  devicesAt(start + round * intervalMs, { devices, interval_ms: intervalMs, change_rate }, written);
const noState = new Map<number, State>();
const rounds = Array.from({ length: 200 }, (_, round) => round);

const valueOf = (devices: ReturnType<typeof inRound>, id: string, name: string) => {
  const ability = devices
    .find((device) => device.id === id)!
    .abilities.find((one) => 'property' in one && one.name === name);
  return ability && 'value' in ability ? ability.value : undefined;
};

describe('the devices', () => {
  test('are of each kind in turn', () => {
    const titles = inRound(0, { devices: 8, change_rate: 0 }).map(({ id, title }) => [id, title]);
    expect(titles).toEqual([
      ['station-1', 'Weather station 1'],
      ['lamp-1', 'Lamp 1'],
      ['plug-1', 'Plug 1'],
      ['blind-1', 'Blind 1'],
      ['thermostat-1', 'Thermostat 1'],
      ['door-1', 'Door sensor 1'],
      ['station-2', 'Weather station 2'],
      ['lamp-2', 'Lamp 2'],
    ]);
  });

  test('measure something else now and then, as often as the change rate says', () => {
    const temperatures = (change_rate: number) =>
      new Set(
        rounds.map((round) => valueOf(inRound(round, { change_rate }), 'station-1', 'temperature')),
      );
    expect(temperatures(0).size).toBe(1);
    expect(temperatures(1).size).toBeGreaterThan(temperatures(0.1).size);
    expect(temperatures(0.1).size).toBeGreaterThan(1);
  });

  test('count energy that never decreases, and none while they are off', () => {
    const energyOf = (written: Map<number, State>) =>
      rounds.map(
        (round) => valueOf(inRound(round * 3600, { written }), 'plug-1', 'energy') as number,
      );
    const counted = energyOf(noState);
    expect(counted).toEqual(counted.toSorted((one, other) => one - other));
    expect(counted.at(-1)).toBeGreaterThan(counted[0]!);
    const off = energyOf(new Map([[3, { on: 0, energy: 12.5, since: start / 1000 }]]));
    expect(new Set(off)).toEqual(new Set([12.5]));
  });

  test('stay as they were written, whatever else changes', () => {
    const written = new Map([[2, { on: 1, brightness: 20 }]]);
    for (const round of rounds) {
      const devices = inRound(round, { written });
      expect(valueOf(devices, 'lamp-1', 'on')).toBe(true);
      expect(valueOf(devices, 'lamp-1', 'brightness')).toBe(20);
      expect(valueOf(devices, 'lamp-2', 'on')).toBe(false);
    }
  });
});

describe('a door sensor', () => {
  const seen = (change_rate: number) =>
    rounds.map((round) => inRound(round, { change_rate }).find(({ id }) => id === 'door-1'));

  test('is away now and then, or not there at all, and comes back', () => {
    const states = seen(0.5).map((sensor) => (sensor ? sensor.available : 'missing'));
    expect(new Set(states)).toEqual(new Set([true, false, 'missing']));
  });

  test('stays while nothing changes by itself', () => {
    for (const sensor of seen(0)) expect(sensor).toMatchObject({ available: true });
  });
});
