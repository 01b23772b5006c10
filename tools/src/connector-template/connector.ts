import { defineConnector } from '@trellis/connector-sdk';
import { client, instance } from './configuration.js';
import { changeLamp, readLamp, readLamps } from './hub.js';
import { toDevice, type Command } from './lamps.js';

/** Lamps behind a hub that speaks HTTP and JSON. */
export const connectorTemplate = defineConnector({
  id: 0,
  typeId: 'connector-template',
  name: 'Connector Template',
  description: 'Lamps behind a hub.',
  logo: '',
  instance: { schema: instance, sample: { application_key: 'your-key' } },
  client: { schema: client, sample: { url: 'http://hub.example', interval_ms: 10_000 } },

  async poll(context) {
    const lamps = await readLamps(context);
    return { devices: lamps.map(toDevice) };
  },

  async find(context, { id }) {
    const lamp = await readLamp(context, id);
    return lamp && toDevice(lamp);
  },

  send: (context, command: Command) => changeLamp(context, command),
});
