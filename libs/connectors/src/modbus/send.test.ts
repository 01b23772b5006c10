import { afterEach, expect, test } from '@jest/globals';
import {
  ConnectorFailure,
  DeviceUnavailable,
  discover,
  Misconfigured,
  Rejected,
  Unavailable,
  writeProperties,
} from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { modbus } from './connector.js';
import { startDevice, type FakeDevice, type Received } from './testing/device.js';

let device: FakeDevice;
afterEach(() => device.stop());

const property = (name: string, address: number, write: object) => ({
  name,
  type: 'integer',
  minimum: 0,
  maximum: 100,
  value: { address },
  write,
});

const machine = {
  name: 'machine',
  properties: [
    property('pump', 0, {}),
    property('level', 1, { multiple: true }),
    property('target', 2, { address: 20 }),
  ],
};

async function start(handle: (request: Received) => void) {
  device = await startDevice(handle);
  const client = { host: `${device.host}:${device.port}`, model: 'machine' };
  const clientContext = contextFor(modbus, { instance: { devices: [machine] }, client });
  return {
    context: clientContext,
    write: (values: Record<string, number>) =>
      writeProperties(modbus, clientContext, { device: '1', values }),
    pdus: () => device.requests.map(({ pdu }) => [...pdu]),
  };
}

/** Confirms a write, as every device does. */
const confirm = ({ answer, pdu }: Received) => answer([...pdu.subarray(0, 5)]);

test('a write costs one request on one connection, with the function that is described', async () => {
  const { write, pdus } = await start(confirm);
  await write({ pump: 7, level: 8, target: 9 });
  expect(pdus()).toEqual([
    [6, 0, 0, 0, 7],
    [16, 0, 1, 0, 1, 2, 0, 8],
    [6, 0, 20, 0, 9],
  ]);
  expect(device.connections.count).toBe(1);
});

test.each<[number, typeof ConnectorFailure, string]>([
  [1, Misconfigured, 'illegal function'],
  [2, Misconfigured, 'illegal data address'],
  [3, Rejected, 'illegal data value'],
  [4, Unavailable, 'server device failure'],
  [6, Unavailable, 'server device busy'],
  [10, DeviceUnavailable, 'gateway path unavailable'],
  [11, DeviceUnavailable, 'gateway target device failed to respond'],
  [99, Unavailable, 'exception 99'],
])('a write that is refused with exception %d fails as it should', async (code, kind, text) => {
  const { write } = await start(({ answer, pdu }) => answer([pdu[0]! + 0x80, code]));
  const written = write({ pump: 7 });
  await expect(written).rejects.toBeInstanceOf(kind);
  await expect(written).rejects.toThrow(text);
});

test('a write that is acknowledged and takes long is accepted', async () => {
  const { write, pdus } = await start(({ answer }) => answer([0x86, 5]));
  await write({ pump: 7 });
  expect(pdus()).toHaveLength(1);
});

test('a write that another value confirms is Unavailable', async () => {
  const { write } = await start(({ answer }) => answer([6, 0, 0, 0, 8]));
  await expect(write({ pump: 7 })).rejects.toMatchObject({ facts: { cause: 'unexpected_form' } });
});

test('polls and writes of a client take turns on one connection at a time', async () => {
  const { context, write } = await start((request) => {
    const isRead = request.pdu[0] === 3;
    setTimeout(() => (isRead ? request.answer([3, 6, 0, 1, 0, 2, 0, 3]) : confirm(request)), 30);
  });
  const polls = [1, 2, 3].map(() => discover(modbus, context));
  await Promise.all([...polls, write({ pump: 7 }), write({ level: 8 })]);
  expect(device.connections).toMatchObject({ count: 5, most: 1 });
});

test('a pause between requests is kept where the device needs it', async () => {
  const pauses: number[] = [];
  let last = 0;
  device = await startDevice((request) => {
    if (last > 0) pauses.push(performance.now() - last);
    request.answer([3, 2, 0, 1]);
    last = performance.now();
  });
  const properties = [0, 100, 200].map((address) => property(`at_${address}`, address, {}));
  const instance = { devices: [{ ...machine, properties, pause_ms: 100 }] };
  const client = { host: `${device.host}:${device.port}`, model: 'machine' };
  await discover(modbus, contextFor(modbus, { instance, client }));
  expect(pauses).toHaveLength(2);
  for (const pause of pauses) expect(pause).toBeGreaterThan(95);
});
