import type { Device } from '@trellis/connector-sdk';
import type { Client } from './configuration.js';
import type { Command, Kind, Simulated, State } from './kind.js';
import { blind } from './kinds/blind.js';
import { doorSensor } from './kinds/door-sensor.js';
import { lamp } from './kinds/lamp.js';
import { plug } from './kinds/plug.js';
import { thermostat } from './kinds/thermostat.js';
import { weatherStation } from './kinds/weather-station.js';
import { fraction, lastChange } from './random.js';

/** The kinds of devices in rotation: the seventh device is a weather station again. */
const kinds = [weatherStation, lamp, plug, blind, thermostat, doorSensor];

/** Returns the kind of a device by its number among all devices, from 1. */
export const kindOf = (device: number): Kind<State> => kinds[(device - 1) % kinds.length]!;

/** Returns the interval at which devices change by themselves (ms). */
export const roundMsOf = ({
  interval_ms: intervalMs,
  changes_every_ms: changesEveryMs,
}: Pick<Client, 'interval_ms' | 'changes_every_ms'>): number => changesEveryMs ?? intervalMs;

/** Returns all devices at an instant (ms since 1970), with the states that were written. */
export function devicesAt(
  now: number,
  { devices, change_rate: changeRate, ...client }: Client,
  written: Map<number, State>,
): Device<Command>[] {
  const roundMs = roundMsOf(client);
  const round = Math.floor(now / roundMs);
  return Array.from({ length: devices }, (_, index) => index + 1).flatMap((device) => {
    const kind = kindOf(device);
    const changed = lastChange(device - 1, round, changeRate);
    const simulated: Simulated<State> = {
      number: Math.ceil(device / kinds.length),
      state: { ...kind.initial, ...written.get(device) },
      changedAt: changeRate === 0 ? undefined : changed * roundMs,
      measure(what, [minimum, maximum]) {
        const share = fraction(`${device}/${changed}/${what}`);
        return Math.round((minimum + share * (maximum - minimum)) * 10) / 10;
      },
      change: (changes) => ({ type: 'change', device, changes: definite(changes) }),
    };
    return kind.device(simulated) ?? [];
  });
}

/** Removes members without a value, which `Partial` allows. */
const definite = (changes: Partial<State>): State =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
