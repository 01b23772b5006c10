import { defineConnector, leftOut, type Poll } from '@trellis/connector-sdk';
import { toReadFailure } from './command-error.js';
import { client, instance } from './configuration.js';
import { withConnection, type Connection, type Context } from './connection.js';
import { toDevices, toRooms } from './devices.js';
import { dataOf, mergeCalls, type ServiceCall } from './domains/domain.js';
import { divideEntities, selectEntities, type EntityFilter } from './entities.js';
import { readRoomInventory, readInventory, requireSameHome } from './inventory.js';
import { listenToDevices } from './listening/listen.js';

const maxDevices = 10_000;

interface Remote {
  connection: Connection;
  filter: EntityFilter;
}

export const homeAssistant = defineConnector({
  id: 6,
  typeId: 'home-assistant',
  name: 'Home Assistant',
  description: 'The devices of a Home Assistant, whatever they are connected by.',
  logo: 'house',
  category: 'Bridges',
  announced: [{ type: '_home-assistant._tcp', configuration: { url: 'http://{address}:{port}' } }],
  instance: { schema: instance, sample: {} },
  client: {
    schema: client,
    keepsSecrets: ['include', 'exclude'],
    sample: {
      url: 'http://homeassistant.local:8123',
      token: 'a long-lived access token',
      exclude: ['person'],
      interval_ms: 10_000,
    },
  },

  connect<Result>(context: Context, use: (remote: Remote) => Promise<Result>) {
    return withConnection(context, async (connection) => {
      await requireSameHome(context, connection);
      return use({ connection, filter: context.client });
    });
  },

  async poll({ connection, filter }: Remote): Promise<Poll<ServiceCall>> {
    const inventory = await read(readRoomInventory(connection));
    const { selected, leftOut: ignored } = divideEntities(inventory, filter);
    const all = toDevices(selected);
    const located = all.slice(0, maxDevices);
    return {
      devices: located.map(({ device }) => device),
      rooms: toRooms(inventory, located),
      complete: inventory.isComplete && located.length === all.length,
      problems: all.length > 0 ? leftOut('Entities that are not read', ignored) : [],
      account: { name: inventory.name },
    };
  },

  listen: (remote: Remote, emit, offer) =>
    read(
      listenToDevices(remote.connection, emit, {
        filter: remote.filter,
        maxDevices,
        offer: (find) => offer({ find, remote }),
      }),
    ),

  /** Reads all entities, because only they tell what a device consists of. */
  async find({ connection, filter }: Remote, { id }) {
    const inventory = await read(readInventory(connection));
    const devices = toDevices(selectEntities(inventory, filter));
    return devices.find(({ device }) => device.id === id)?.device;
  },

  async send({ connection }: Remote, call: ServiceCall) {
    const { domain, service, entityId } = call;
    await connection.command('call_service', {
      domain,
      service,
      service_data: dataOf(call),
      target: { entity_id: entityId },
    });
  },
  merge: mergeCalls,
});

const read = <Result>(reading: Promise<Result>): Promise<Result> =>
  reading.catch((error: unknown) => {
    throw toReadFailure(error);
  });
