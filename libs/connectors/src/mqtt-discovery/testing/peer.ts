import type { TestPeer } from '@trellis/connector-sdk/testing';
import { installed } from '@trellis/testing';
import { connectDevices, credentials, publishRetained, startBroker } from './broker.js';
import { devicesOf, fixture, fixtures, retained } from './fixtures.js';

/** Whether this machine has Mosquitto. */
export const isAvailable = installed('mosquitto');

/** A Mosquitto with the messages of real devices. */
export async function startPeer(): Promise<TestPeer> {
  const broker = await startBroker({
    users: { [credentials.username]: credentials.password },
  });
  const devices = await connectDevices(broker);
  await publishRetained(devices, fixtures.flatMap(fixture));
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
    secrets: [credentials.password, 'a wrong password'],
    async stop() {
      await devices.endAsync();
      await broker.stop();
    },
  };
}
