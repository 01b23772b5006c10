import type { Device } from '@trellis/connector-sdk';
import type { Client } from './configuration.js';
import {
  type Command,
  type Kind,
  type Simulated,
  type State,
  blind,
  doorSensor,
  lamp,
  plug,
  thermostat,
  weatherStation,
} from './kinds.js';
import { hash } from 'node:crypto';

/** The kinds of devices in rotation: the seventh device is a weather station again. */
const kinds = [weatherStation, lamp, plug, blind, thermostat, doorSensor];

export const kindOf = (device: number): Kind<State> => kinds[(device - 1) % kinds.length]!;

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
      change: (changes, transitionMs) => ({
        type: 'change',
        device,
        changes: definite(changes),
        transitionMs,
      }),
    };
    return kind.device(simulated) ?? [];
  });
}

const definite = (changes: Partial<State>): State =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );

const maxRounds = 100;

/** Returns the last round, up to `round`, in which a device changed by itself; 0 if it never does. */
function lastChange(device: number, round: number, changeRate: number): number {
  if (changeRate === 0) return 0;
  let last = round;
  while (fraction(`${device}/${last}`) >= changeRate && round - last < maxRounds) last -= 1;
  return last;
}

/** Returns a number from 0 to 1 that depends only on the seed, so that every worker sees the same devices. */
export function fraction(seed: string): number {
  return hash('sha256', seed, 'buffer').readUInt32BE(0) / 2 ** 32;
}
