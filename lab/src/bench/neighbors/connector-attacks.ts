import type { Account } from '@trellis/testing';
import { connectAsync } from 'mqtt';
import { createClients } from '../../clients.js';
import { range } from '../../numbers.js';
import { polls, type Attack } from './attack.js';
import { announcementOf, largeAnswers, type HostileRemotes } from './remotes.js';

/** Attacks by connectors that have to process much, as clients and as trials. */

/** Describes an API whose answer is a list of devices. */
const description = (
  { largeUrl }: HostileRemotes,
  { path, transform, properties }: { path: string; transform?: string; properties?: object[] },
) => ({
  base_url: largeUrl,
  requests: { all: { path: `/${path}`, ...(transform && { transform }) } },
  devices: [
    {
      request: 'all',
      entities: '$[*]',
      id: '$.id',
      title: '$.id',
      properties: properties ?? [{ name: 'reading', type: 'number', value: '$.value' }],
    },
  ],
});

const describedClients = (
  name: string,
  given: { path: string; transform?: string; properties?: object[] },
): Attack =>
  polls(name, (remotes) => ({
    connector: 'http-json',
    count: 5,
    instance: description(remotes, given),
    configurationOf: () => ({ interval_ms: 5_000 }),
  }));

const trials = (name: string, given: { path: string; transform?: string }): Attack => ({
  name,
  prepare: async ({ request }: Account, remotes) => {
    const body = {
      connector_type_id: 'http-json',
      instance_configuration: description(remotes, given),
      client_configuration: {},
    };
    return () => request('POST', '/connectors/try', { body });
  },
  inFlight: 8,
});

const manyProperties = range(100).map((n) => ({
  name: `reading_${n}`,
  type: 'number',
  value: `$['value', 'v${n}']`,
}));

const thingClients = (name: string, path: keyof typeof largeAnswers): Attack =>
  polls(name, ({ largeUrl }) => ({
    connector: 'wot',
    count: 3,
    configurationOf: (n) => ({ url: `${largeUrl}/${path}?${n}`, interval_ms: 5_000 }),
  }));

/** Sends messages to a listener as fast as its broker takes them. */
const messages = (
  name: string,
  messageOf: (count: number) => { topic: string; payload: string | Buffer },
): Attack => ({
  name,
  async prepare(account, { sensorsUrl }) {
    if (sensorsUrl === undefined) return undefined;
    await createClients(account, {
      name: name.replaceAll(' ', '-'),
      connector: 'mqtt-discovery',
      count: 1,
      configurationOf: () => ({ broker_url: sensorsUrl, interval_ms: 5_000 }),
    });
    const home = await connectAsync(sensorsUrl);
    let count = 0;
    return async () => {
      const { topic, payload } = messageOf((count += 1));
      await home.publishAsync(topic, payload, { qos: 1 });
      return { status: 204, headers: new Headers(), body: undefined };
    };
  },
  inFlight: 20,
});

const largePayload = Buffer.alloc(10 * 1024 * 1024, 'x');

export const connectorAttacks: Attack[] = [
  messages('a flood of messages to a listener', (count) => ({
    topic: `sensor/${count % 10}`,
    payload: String(count),
  })),
  messages('a flood of announcements to a listener', (count) => ({
    topic: `homeassistant/sensor/sensor-${count % 10}/config`,
    payload: announcementOf(count % 10, `Sensor ${count}`),
  })),
  {
    ...messages('payloads of 10 MiB to a listener', (count) => ({
      topic: `sensor/${count % 10}`,
      payload: largePayload,
    })),
    inFlight: 2,
  },
  trials('8 tries with a JSONata cross product', {
    path: 'devices',
    transform: '$.($v := value; {"id": id, "value": $count($$[value < $v])})',
  }),
  describedClients('4 MiB of deeply nested JSON', { path: 'nested' }),
  describedClients('4 MiB of numbers', { path: 'numbers' }),
  describedClients('100 properties of 9,000 devices', {
    path: 'devices',
    properties: manyProperties,
  }),
  describedClients('9,900 plain devices', { path: 'devices' }),
  thingClients('4,000 things in one answer', 'things'),
  thingClients('a thing with 20,000 properties', 'thing'),
  polls('20,000 announced sensors', ({ floodUrl }) =>
    floodUrl === undefined
      ? undefined
      : {
          connector: 'mqtt-discovery',
          count: 2,
          instance: { broker_url: floodUrl },
          configurationOf: (n) => ({
            username: `user-${n}`,
            password: 'secret',
            interval_ms: 5_000,
          }),
        },
  ),
];
