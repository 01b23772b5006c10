import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Unavailable, type Memory } from '@trellis/connector-sdk';
import type { State } from './kind.js';
import { formatStates, parseStates } from './states.js';

/** Reads the states that were written, by device number. */
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
