import { afterAll, beforeAll } from '@jest/globals';
import {
  borrowStack,
  newAccount,
  pauseClients,
  startMosquitto,
  waitFor,
  type BorrowedStack,
  type TestMosquitto,
} from '@trellis/testing';
import { connectAsync, type MqttClient } from 'mqtt';

const connector_type_id = 'mqtt-discovery';
const users = { trellis: 'a password' };

/** A broker with devices and the product, for the tests of a file. */
export function mqttHome() {
  let broker: TestMosquitto;
  let stack: BorrowedStack;
  let home: MqttClient;

  beforeAll(async () => {
    broker = (await startMosquitto({ users }))!;
    stack = await borrowStack();
    home = await connectAsync(broker.url, { username: 'trellis', password: users.trellis });
  });
  afterAll(async () => {
    await home.endAsync();
    await pauseClients(stack);
    await stack.giveBack();
    await broker.stop();
  });

  return {
    get stack() {
      return stack;
    },
    /** The connection of the devices. */
    get home() {
      return home;
    },
    retain: (topic: string, payload: unknown) =>
      home.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), {
        retain: true,
        qos: 1,
      }),
    /** Makes a device report each command as its state. */
    async obeys(commands: string, reports: (payload: string) => [topic: string, payload: string]) {
      home.on('message', (topic, payload) => {
        if (topic === commands)
          void home.publishAsync(...reports(payload.toString()), { retain: true, qos: 1 });
      });
      await home.subscribeAsync(commands, { qos: 1 });
    },
    /** A client of the broker for a subject of a new account. */
    async connectClient(password = users.trellis) {
      const account = newAccount(stack);
      const subject = 'alice';
      const configuration = { broker_url: broker.url };
      await account.request('POST', '/connectors/instances', {
        body: { connector_type_id, configuration },
      });
      const created = await account.request('POST', '/connectors/clients', {
        subject,
        body: {
          connector_type_id,
          configuration: { username: 'trellis', password, interval_ms: 1000 },
        },
      });
      const client = `/connectors/clients/${created.body.client_id}`;
      const things = async () => {
        const { body } = await account.request('GET', '/things', {
          subject,
          headers: { accept: 'application/ld+json' },
        });
        return body;
      };
      const only = () => waitFor(async () => (await things())[0]);
      return { ...account, client, things, only };
    },
  };
}
