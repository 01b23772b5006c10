import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  action,
  property,
  Rejected,
  Unavailable,
  type Connector,
  type Device,
} from '@trellis/connector-sdk';
import { connectBroker, type Broker } from '@trellis/messaging';
import { createDatabase, waitFor } from '@trellis/testing';
import type { DeviceRequest } from '../isolation/device-request.js';
import { configurationOf, createOffers } from '../listening/offers.js';
import { toClientRow } from '../polling/read.js';
import { sessionOf } from '../session.js';
import { roomyBulkhead } from '../testing/bulkhead.js';
import { insertClient } from '../testing/clients.js';
import { testConnector } from '../testing/connector.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { gate } from '../testing/gate.js';
import { sessionNeeds } from '../testing/session.js';
import { connectListeners } from './open-connections.js';
import { Interrupted } from './problem.js';

let testing: TestDatabase;
let databaseUrl: string;
beforeAll(async () => {
  testing = await testDatabase();
  databaseUrl = await createDatabase();
}, 60_000);
afterAll(() => testing.close());

const brokers = new Set<Broker>();
afterEach(async () => {
  await Promise.all([...brokers].map((broker) => broker.close()));
  brokers.clear();
});

const lamp: Device = {
  id: 'lamp',
  title: 'Lamp',
  abilities: [
    property('on', { type: 'boolean' }, { write: (on: unknown) => ({ on }) }),
    action('unlock', { title: 'Unlock' }, (code) => ({ code })),
  ],
};

interface Situation {
  /** Performs a command on the connection that listens. */
  act?: (command: unknown) => Promise<unknown>;
  /** Whether the technology has a connection, which `connect` opens otherwise. */
  hasConnection?: boolean;
  /** Whether a message that a process publishes is lost. */
  isLost?: (message: object) => boolean;
}

/** Two processes, the second of which listens for a client. */
async function twoProcesses({
  act = async () => undefined,
  hasConnection = true,
  isLost = () => false,
}: Situation = {}) {
  const sent: unknown[] = [];
  const connector: Connector = testConnector({
    poll: async () => ({ devices: [] }),
    async send(remote, command) {
      sent.push(hasConnection ? [remote, command] : command);
      return act(command);
    },
  });
  const needs = sessionNeeds(testing, [connector]);
  const { sealing } = needs;
  const client = await insertClient(needs, 'test');
  const published: object[] = [];
  const start = async () => {
    const broker = await connectBroker({ databaseUrl, name: 'process' });
    brokers.add(broker);
    const { nodeId, clock } = broker;
    const publish: typeof broker.hints.publish = async (topic, message = {}) => {
      published.push(message);
      if (!isLost(message)) await broker.hints.publish(topic, message);
    };
    const offers = createOffers();
    const bulkhead = roomyBulkhead();
    const hints = { publish, subscribe: broker.hints.subscribe };
    const through = { nodeId, clock, hints };
    const opened = await connectListeners({ broker: through, sealing, offers, bulkhead });
    return { broker, offers, ...opened };
  };
  const [sender, listener] = [await start(), await start()];
  const row = toClientRow({
    ...client,
    key: String(client.key),
    instanceId: client.instance.id,
    instanceConfiguration: client.instance.configuration,
    isResuming: false,
  });
  const session = sessionOf(needs, row);
  const find = (id: string) => (id === lamp.id ? lamp : undefined);
  const offer = () =>
    listener.offers.add(session, hasConnection ? { find, remote: 'open' } : { find });
  const withdraw = offer();
  const request = {
    client: client.id,
    developer: client.developer,
    worker: listener.broker.nodeId as string | null,
    configuration: configurationOf(row),
    isRepeatable: false,
    isDebugged: false,
    onRequests: () => undefined,
    request: { device: 'lamp', values: { on: true } } as DeviceRequest,
  };
  const signal = new AbortController().signal;
  return {
    sent,
    published,
    sender,
    listener,
    offer,
    withdraw,
    write: (changes: Partial<typeof request> = {}, from = sender) =>
      from.perform({ ...request, ...changes }, signal),
  };
}

const written = ['open', { on: true }];

test('a request is performed on the connection that listens, in this process or in another', async () => {
  const { sent, listener, write } = await twoProcesses();
  for (const isRepeatable of [true, false]) {
    expect(await write({ isRepeatable })).toEqual({});
    expect(await write({ isRepeatable }, listener)).toEqual({});
  }
  expect(sent).toEqual([written, written, written, written]);
});

test('neither the input nor the output of a request is readable between processes', async () => {
  const { sent, published, write } = await twoProcesses({ act: async () => 'secret output' });
  const request = { device: 'lamp', action: 'unlock', input: 'secret input' };
  expect(await write({ request })).toEqual({ output: 'secret output' });
  expect(sent).toEqual([['open', { code: 'secret input' }]]);
  expect(JSON.stringify(published)).not.toContain('secret');
});

test('a technology without a connection to share saves the search for the device', async () => {
  const { sent, write } = await twoProcesses({ hasConnection: false });
  expect(await write()).toEqual({});
  expect(sent).toEqual([{ on: true }]);
});

test.each([true, false])(
  'another process passes a failure on (repeatable: %p)',
  async (isRepeatable) => {
    const { write } = await twoProcesses({
      act: async () => {
        throw new Rejected('The value is refused.');
      },
    });
    const failure = new Rejected('The value is refused.');
    await expect(write({ isRepeatable })).rejects.toEqual(failure);
  },
);

test('nothing is sent by another process that does not listen, or does not answer', async () => {
  const { sent, write, listener } = await twoProcesses();
  const unknown = { device: 'other lamp', values: { on: true } };
  for (const isRepeatable of [true, false]) {
    const others = { isRepeatable };
    expect(await write({ ...others, worker: null })).toBeUndefined();
    expect(await write({ ...others, worker: randomUUID() })).toBeUndefined();
    expect(await write({ ...others, client: randomUUID() })).toBeUndefined();
    expect(await write({ ...others, configuration: 'changed' })).toBeUndefined();
    expect(await write({ ...others, request: unknown })).toBeUndefined();
  }
  await listener.broker.close();
  brokers.delete(listener.broker);
  for (const isRepeatable of [true, false]) expect(await write({ isRepeatable })).toBeUndefined();
  expect(sent).toEqual([]);
});

test('a request that fails with its connection is repeated on another one only if that is safe', async () => {
  const { sent, write } = await twoProcesses({
    act: async () => {
      throw new Unavailable('The connection has ended.');
    },
  });
  expect(await write({ isRepeatable: true })).toBeUndefined();
  await expect(write()).rejects.toThrow(Unavailable);
  expect(sent).toEqual([written, written]);
});

test('the outcome is unknown when the other process dies while it performs a request', async () => {
  const { open, opened } = gate();
  const { sent, write, listener } = await twoProcesses({ act: () => opened });
  const writing = write();
  const failure = expect(writing).rejects.toThrow(Interrupted);
  await waitFor(() => sent.length > 0);
  await listener.broker.close();
  brokers.delete(listener.broker);
  await failure;
  open();
  expect(sent).toEqual([written]);
}, 20_000);

test('the outcome is unknown soon after its message or that of the request was lost', async () => {
  let lost = '"kind":"perform"';
  const { sent, write } = await twoProcesses({
    isLost: (message) => JSON.stringify(message).includes(lost),
  });
  await expect(write()).rejects.toThrow(Interrupted);
  expect(sent).toEqual([]);
  lost = '"answer":"';
  await expect(write()).rejects.toThrow(Interrupted);
  expect(sent).toEqual([written]);
}, 20_000);

test('a request may take longer than a process may be silent', async () => {
  const { open, opened } = gate();
  const { published, write } = await twoProcesses({ act: () => opened });
  const writing = write();
  const isSignOfLife = (message: object) => !('question' in message || 'answer' in message);
  await waitFor(() => published.filter(isSignOfLife).length > 6);
  open();
  expect(await writing).toEqual({});
}, 20_000);

test('a message that cannot be read ends no process, and its sender gets an error', async () => {
  const { sent, write, sender, listener } = await twoProcesses();
  const topic = `device-requests.process.${listener.broker.nodeId}`;
  for (const message of [{}, { id: 'a', from: sender.broker.nodeId, question: null }]) {
    await sender.broker.hints.publish(topic, message);
  }
  await expect(write({ developer: 'another' })).rejects.toThrow();
  await write();
  expect(sent).toEqual([written]);
});

test('one device that does not answer delays no other of its client', async () => {
  const { open, opened } = gate();
  let isFirst = true;
  const { sent, write } = await twoProcesses({
    act: async () => {
      const hangs = isFirst;
      isFirst = false;
      if (hangs) await opened;
    },
  });
  const hanging = write();
  await waitFor(() => sent.length > 0);
  await Promise.all(Array.from({ length: 10 }, () => write({ isRepeatable: true })));
  const state = await Promise.race([hanging, pause(0, 'hangs')]);
  expect(state).toBe('hangs');
  open();
  await hanging;
});

test('a connection that was replaced is withdrawn without its successor', async () => {
  const { sent, write, offer, withdraw } = await twoProcesses();
  offer();
  await withdraw();
  await write();
  expect(sent).toEqual([written]);
});

test('a connection that is withdrawn takes no more requests, and ends after the others', async () => {
  const { open, opened } = gate();
  const { sent, write, offer } = await twoProcesses({ act: () => opened });
  const writing = write();
  await waitFor(() => sent.length > 0);
  const withdraw = offer();
  const ended: string[] = [];
  const withdrawn = withdraw().then(() => ended.push('withdrawn'));
  expect(await write()).toBeUndefined();
  expect(ended).toEqual([]);
  open();
  await Promise.all([withdrawn, writing]);
});
