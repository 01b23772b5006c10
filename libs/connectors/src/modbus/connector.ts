import { defineConnector } from '@trellis/connector-sdk';
import { checkClient, client, describeClient, instance, type Context } from './configuration.js';
import { find, poll } from './poll.js';
import type { Command } from './reading/abilities.js';
import { openRemote, type Remote } from './remote.js';
import { instanceSample } from './sample.js';
import { merge, send } from './send.js';

/** Devices with Modbus TCP: those that describe themselves by SunSpec, and others by a description. */
export const modbus = defineConnector({
  id: 8,
  typeId: 'modbus',
  name: 'Modbus',
  description: 'Inverters, meters and machines with Modbus TCP, with SunSpec or by a description.',
  category: 'Energy',
  logo: 'registers',
  announced: [{ type: '_modbus._tcp', configuration: { host: '{address}:{port}' } }],
  devicesAnswer: true,
  instance: { schema: instance, sample: instanceSample },
  client: {
    schema: client,
    sample: { host: '192.0.2.40', unit_id: 1, interval_ms: 10_000 },
  },

  connectSteps: [
    {
      title: 'Switch Modbus on',
      description:
        'Switch Modbus TCP on in the menu of the device. Inverters may call it SunSpec. Note the unit, also called ' +
        'slave or device id.',
      when: 'before',
    },
  ],

  checkClient,
  describeClient,

  async connect<Result>(context: Context, use: (remote: Remote) => Promise<Result>) {
    const remote = openRemote(context);
    try {
      return await use(remote);
    } finally {
      await remote.close();
    }
  },

  poll,
  find,
  send: (remote: Remote, command: Command) => send(remote, command),
  merge,
});
