import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceEvent, Emit, Memory } from '@trellis/connector-sdk';
import type { Client } from './configuration.js';
import { devicesAt, roundMsOf } from './devices.js';
import type { Command } from './kind.js';
import { presses } from './kinds/plug.js';
import { readStates } from './memory.js';
import { fraction } from './random.js';

interface Listened {
  client: Client;
  memory: Memory;
  signal: AbortSignal;
}

/** Tells in each round how the devices are, and which buttons are pressed, until the signal is aborted. */
export async function tellRounds(
  { client, memory, signal }: Listened,
  emit: Emit<Command>,
): Promise<void> {
  const roundMs = roundMsOf(client);
  let last = Math.floor(Date.now() / roundMs);
  while (!signal.aborted) {
    const now = Date.now();
    const round = Math.floor(now / roundMs);
    const devices = devicesAt(now, client, await readStates(memory));
    const ids = devices.map(({ id }) => id);
    const events = round === last ? [] : pressedIn(round, ids, client.change_rate);
    emit({ devices, all: ids, events });
    last = round;
    await pause(roundMs, undefined, { signal }).catch(() => undefined);
  }
}

/** The buttons that are pressed in a round: half as many as devices that change. */
function pressedIn(round: number, ids: string[], changeRate: number): DeviceEvent[] {
  return ids
    .filter((id) => id.startsWith('plug-'))
    .filter((id) => fraction(`${id}/${round}/pressed`) < changeRate / 2)
    .map((device) => ({
      device,
      name: 'pressed',
      data: {
        event_type: presses[Math.floor(fraction(`${device}/${round}/how`) * presses.length)],
      },
    }));
}
