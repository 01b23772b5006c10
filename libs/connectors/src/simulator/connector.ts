import { defineConnector, type DeviceEvent, type Emit, type Memory } from '@trellis/connector-sdk';
import { client, instance, type Client } from './configuration.js';
import { devicesAt, roundMsOf, fraction } from './devices.js';
import { type Command, presses } from './kinds.js';
import { changeState, readStates } from './memory.js';
import { setTimeout as pause } from 'node:timers/promises';

/** Devices that need no hardware, and remember what is written to them. */
export const simulator = defineConnector({
  id: 1,
  typeId: 'simulator',
  name: 'Simulator',
  description:
    'Simulated weather stations, lamps, plugs and more, to try Trellis without hardware.',
  logo: 'flask',
  devicesAnswer: true,
  instance: { schema: instance, sample: { application_key: 'any text' } },
  client: {
    schema: client,
    sample: { devices: 6, interval_ms: 5000, change_rate: 0.5, changes_every_ms: 5000 },
  },

  async poll({ client, memory }) {
    const now = Date.now();
    return { devices: devicesAt(now, client, await readStates(memory, now)) };
  },

  listen: (context, emit) => reportRounds(context, emit),
  listens: ({ changes_every_ms: changesEveryMs }) => changesEveryMs !== undefined,

  async send(context, command: Command) {
    if (command.type === 'identify') {
      return { blinking_until: new Date(Date.now() + command.seconds * 1000).toISOString() };
    }
    await changeState(context, command);
    return undefined;
  },
  merge: (first, second) =>
    first.type === 'change' && second.type === 'change'
      ? {
          type: first.type,
          device: first.device,
          changes: Object.assign({}, first.changes, second.changes),
          transitionMs: second.transitionMs ?? first.transitionMs,
        }
      : undefined,
});

interface ListenContext {
  client: Client;
  memory: Memory;
  signal: AbortSignal;
}

/** Reports the devices and the pressed buttons in each round, until the signal is aborted. */
async function reportRounds(
  { client, memory, signal }: ListenContext,
  emit: Emit<Command>,
): Promise<void> {
  const roundMs = roundMsOf(client);
  let last = Math.floor(Date.now() / roundMs);
  while (!signal.aborted) {
    const now = Date.now();
    const round = Math.floor(now / roundMs);
    const devices = devicesAt(now, client, await readStates(memory, now));
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
