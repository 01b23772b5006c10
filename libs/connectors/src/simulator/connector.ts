import { defineConnector } from '@trellis/connector-sdk';
import { client, instance } from './configuration.js';
import { devicesAt } from './devices.js';
import type { Command } from './kind.js';
import { reportRounds } from './listen.js';
import { changeState, readStates } from './memory.js';

/** Devices that need no hardware, and remember what is written to them. */
export const simulator = defineConnector({
  id: 1,
  typeId: 'simulator',
  name: 'Simulator',
  description:
    'Simulated weather stations, lamps, plugs and more, to try Trellis without hardware.',
  logo: 'flask',
  instance: { schema: instance, sample: { application_key: 'any text' } },
  client: {
    schema: client,
    sample: { devices: 6, interval_ms: 5000, change_rate: 0.5, changes_every_ms: 5000 },
  },

  async poll({ client, memory }) {
    return { devices: devicesAt(Date.now(), client, await readStates(memory)) };
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
});
