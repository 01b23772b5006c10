import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceEvent, Emit, Memory } from '@trellis/connector-sdk';
import type { Client } from './configuration.js';
import { devicesAt, roundMsOf } from './devices.js';
import type { Command } from './kind.js';
import { presses } from './kinds/plug.js';
import { readStates } from './memory.js';
import { fraction } from './random.js';

interface ListenContext {
  client: Client;
  memory: Memory;
  signal: AbortSignal;
}

/** Reports the devices and the pressed buttons in each round, until the signal is aborted. */
export async function reportRounds(
  { client, memory, signal }: ListenContext,
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

/** Returns the buttons that are pressed in a round: half as many as devices that change. */
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
