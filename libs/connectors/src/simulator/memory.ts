import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Unavailable, type Memory } from '@trellis/connector-sdk';
import type { State } from './kinds.js';
import { kindOf } from './devices.js';

export const readStates = async (memory: Memory): Promise<Map<number, State>> =>
  parseStates(await memory.get('states'));

interface Bounds {
  memory: Memory;
  signal: AbortSignal;
}

export async function changeState(
  bounds: Bounds,
  { device, changes }: { device: number; changes: State },
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await exclusively(bounds, async () => {
    const states = await readStates(bounds.memory);
    states.set(device, { ...states.get(device), ...changes });
    await bounds.memory.set('states', formatStates(states));
  });
}

/** The time after which the lock of a killed worker expires (ms). */
const lockTimeoutMs = 5_000;
const retryMs = 20;

/** Runs a change with a lock in the memory, because all states are one text. */
async function exclusively({ memory, signal }: Bounds, change: () => Promise<void>): Promise<void> {
  for (;;) {
    const mine = `${Date.now() + lockTimeoutMs} ${randomUUID()}`;
    const current = await memory.setIfAbsent('lock', mine);
    if (current === mine) break;
    if (Number(current.split(' ')[0]) < Date.now()) await memory.delete('lock');
    else await delay(retryMs);
    if (signal.aborted) throw new Unavailable('Other writes take too long.', { sent: false });
  }
  try {
    await change();
  } finally {
    await memory.delete('lock');
  }
}

/**
 * Formats the states that were written as a text: `2:1,,2700,,;4:0`. Each device has its number and its values in the
 * order of `initial`, empty where they do not differ from it. So even 1000 devices, all of them changed, stay below
 * the 16 KiB of a connector's memory.
 */
export function formatStates(states: Map<number, State>): string {
  return [...states]
    .map(([device, state]) => {
      const values = Object.entries(kindOf(device).initial).map(([name, initial]) =>
        state[name] === undefined || state[name] === initial ? '' : String(round(state[name])),
      );
      return values.some((value) => value !== '') ? `${device}:${values.join(',')}` : '';
    })
    .filter((text) => text !== '')
    .join(';');
}

export function parseStates(text: string | undefined): Map<number, State> {
  const states = new Map<number, State>();
  for (const entry of text?.split(';') ?? []) {
    const [device, values = ''] = entry.split(':');
    if (!device) continue;
    const written = values.split(',');
    const names = Object.keys(kindOf(Number(device)).initial);
    const known = names.flatMap((name, index) =>
      written[index] ? [[name, Number(written[index])] as const] : [],
    );
    states.set(Number(device), Object.fromEntries(known));
  }
  return states;
}

/** Rounds to three decimal places, those of an energy meter. */
const round = (value: number) => Math.round(value * 1000) / 1000;
