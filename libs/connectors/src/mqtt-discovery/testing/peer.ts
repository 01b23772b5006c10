import type { KitOptions, TestPeer } from '@trellis/connector-sdk/testing';
import { installed } from '@trellis/testing';
import { startActing } from './acting.js';
import { connectDevices, credentials, publishRetained, startBroker } from './broker.js';
import { devicesOf, fixture, fixtures, retained } from './fixtures.js';

export const capabilities: KitOptions['capabilities'] = [
  'light',
  'plug',
  'switch',
  'thermostat',
  'cover',
  'fan',
  'lock',
];

/** A broker has no id, and a Zigbee coordinator may be replaced while its devices stay. */
export const without: KitOptions['without'] = ['identity'];

/** Whether this machine has Mosquitto. */
export const isAvailable = installed('mosquitto');

/** A Mosquitto with the messages of real devices, and with devices that carry out commands. */
export async function startPeer(): Promise<TestPeer> {
  const broker = await startBroker({
    users: { [credentials.username]: credentials.password },
  });
  const devices = await connectDevices(broker);
  const recorded = fixtures.flatMap(fixture);
  await publishRetained(devices, recorded);
  await startActing(devices);
  const plug = fixture('zigbee2mqtt-plug').filter(({ topic }) => topic.endsWith('/config'));
  const client = { ...credentials, broker_url: broker.url };
  return {
    reach: { instance: {}, client },
    unauthorized: { instance: {}, client: { ...client, password: 'a wrong password' } },
    at: ({ host, port }) => ({
      instance: {},
      client: { ...credentials, broker_url: `mqtt://${host}:${port}` },
    }),
    async vanish() {
      await publishRetained(
        devices,
        plug.map(({ topic }) => retained(topic, '')),
      );
      return devicesOf(plug)[0]!.id;
    },
    restore: () => publishRetained(devices, plug),
    recorded: devicesOf(recorded).map(({ id }) => id),
    secrets: [credentials.password, 'a wrong password'],
    async stop() {
      await devices.endAsync();
      await broker.stop();
    },
  };
}
