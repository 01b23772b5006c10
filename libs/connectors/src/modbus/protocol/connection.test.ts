import { afterEach, describe, expect, test } from '@jest/globals';
import { Budget, createResolver, Unavailable, type RecordedRequest } from '@trellis/connector-sdk';
import { startDevice, type FakeDevice, type Received } from '../testing/device.js';
import { createConnection, type Connection, type ConnectionOptions } from './connection.js';
import { readAnswer, readRequest, writeRequest, type Write } from './requests.js';

let device: FakeDevice | undefined;
let connection: Connection | undefined;
afterEach(async () => {
  await connection?.close();
  await device?.stop();
});

const range = { table: 'holding', address: 0, length: 1 } as const;
const write: Write = { table: 'holding', address: 0, values: [7], multiple: false };
const seven = [3, 2, 0, 7];

async function connect(
  handle: (request: Received, index: number) => void,
  options: Partial<ConnectionOptions> = {},
): Promise<Connection> {
  let count = 0;
  device = await startDevice((request) => handle(request, count++));
  connection = createConnection({
    host: device.host,
    port: device.port,
    resolve: createResolver({ allowPrivate: true }),
    acquire: async () => undefined,
    signal: AbortSignal.timeout(20_000),
    ...options,
  });
  return connection;
}

const read = (open: Connection) =>
  open.request({ unit: 1, pdu: readRequest(range), pauseMs: 0 }).then((answer) => {
    if ('exception' in answer) return `exception ${answer.exception}`;
    return readAnswer(range, answer.pdu);
  });

describe('an answer', () => {
  test('is recognized by its number and its unit', async () => {
    const open = await connect(({ answer, transaction }) => {
      answer([3, 2, 0, 1], { transaction: transaction - 1 });
      answer([3, 2, 0, 2], { transaction: transaction + 1 });
      answer([3, 2, 0, 3], { unit: 9 });
      answer(seven);
    });
    expect(await read(open)).toEqual([7]);
    expect(await read(open)).toEqual([7]);
  });

  test('may come byte by byte', async () => {
    const open = await connect(({ socket, transaction }) => {
      const bytes = [transaction >> 8, transaction & 255, 0, 0, 0, 5, 1, ...seven];
      bytes.forEach((byte, index) => setTimeout(() => socket.write(Buffer.of(byte)), 5 * index));
    });
    expect(await read(open)).toEqual([7]);
  });

  test.each<[string, number[]]>([
    ['of another function', [4, 2, 0, 7]],
    ['with too few registers', [3, 0]],
    ['with too many registers', [3, 4, 0, 7, 0, 8]],
    ['that is shorter than it says', [3, 2, 0]],
    ['that is longer than it says', [3, 2, 0, 7, 0]],
    ['with the exception of another function', [0x84, 2]],
    ['with an exception that is too long', [0x83, 2, 0]],
  ])('%s is Unavailable', async (_, pdu) => {
    const open = await connect(({ answer }) => answer(pdu));
    await expect(read(open)).rejects.toMatchObject({ facts: { cause: 'unexpected_form' } });
  });
});

describe('a device that is busy', () => {
  test.each([5, 6])('(exception %d) is read again after a pause', async (exception) => {
    const open = await connect(({ answer }, index) =>
      answer(index < 2 ? [0x83, exception] : seven),
    );
    const startedAt = performance.now();
    expect(await read(open)).toEqual([7]);
    expect(performance.now() - startedAt).toBeGreaterThan(650);
    expect(device!.requests).toHaveLength(3);
  });

  test('is read no more than four times', async () => {
    const open = await connect(({ answer }) => answer([0x83, 6]));
    expect(await read(open)).toBe('exception 6');
    expect(device!.requests).toHaveLength(4);
  });

  test('gets a write once', async () => {
    const open = await connect(({ answer }) => answer([0x86, 6]));
    const answer = await open.request({ unit: 1, pdu: writeRequest(write), pauseMs: 0 });
    expect(answer).toEqual({ exception: 6 });
    expect(device!.requests).toHaveLength(1);
  });
});

describe('a connection that the device closes', () => {
  test('is opened again for what is read', async () => {
    const open = await connect(({ answer, socket }, index) =>
      index === 0 ? socket.destroy() : answer(seven),
    );
    expect(await read(open)).toEqual([7]);
    expect(device!.connections).toMatchObject({ count: 2, most: 1 });
  });

  test('is opened three times at most', async () => {
    const open = await connect(({ socket }) => socket.destroy());
    for (let count = 0; count < 4; count += 1) {
      await expect(read(open)).rejects.toMatchObject({ facts: { cause: 'connection_lost' } });
    }
    expect(device!.connections.count).toBe(3);
  });

  test('is not opened again for a write, which may have arrived', async () => {
    const open = await connect(({ socket }) => socket.destroy());
    const written = open.request({ unit: 1, pdu: writeRequest(write), pauseMs: 0 });
    await expect(written).rejects.toMatchObject({
      sent: true,
      facts: { cause: 'connection_lost' },
    });
    expect(device!.requests).toHaveLength(1);
  });
});

describe('a hostile device', () => {
  test('that never answers is Unavailable after five seconds', async () => {
    const open = await connect(() => undefined);
    const startedAt = performance.now();
    await expect(read(open)).rejects.toMatchObject({ facts: { cause: 'answer_timeout' } });
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });

  test('ends when the poll does', async () => {
    const open = await connect(() => undefined, { signal: AbortSignal.timeout(100) });
    await expect(read(open)).rejects.toMatchObject({ facts: { cause: 'answer_timeout' } });
  });

  test('that sends answers without requests is cut off', async () => {
    const open = await connect(({ answer, transaction }) => {
      for (let index = 0; index < 100; index += 1) answer(seven, { transaction: transaction + 9 });
    });
    await expect(read(open)).rejects.toMatchObject({ facts: { cause: 'unexpected_form' } });
  });

  test.each<[string, number[]]>([
    ['a huge length', [0, 1, 0, 0, 0xff, 0xff, 1, 3]],
    ['text', [...Buffer.from('HTTP/1.1 200 OK\r\n\r\n')]],
  ])('that answers with %s is cut off', async (_, bytes) => {
    const open = await connect(({ socket }) => socket.write(Buffer.from(bytes)));
    await expect(read(open)).rejects.toMatchObject({ facts: { cause: 'other_protocol' } });
  });

  test('that sends without end uses up the budget of the poll', async () => {
    const effort = new Budget({ limits: { bytes: 10_000 }, refuse: () => new Error('Too much.') });
    const open = await connect(
      ({ socket, transaction }) => {
        const frame = [
          0,
          transaction + 1,
          0,
          0,
          0,
          254,
          1,
          ...Array.from({ length: 253 }, () => 0),
        ];
        socket.write(Buffer.concat(Array.from({ length: 200 }, () => Buffer.from(frame))));
      },
      { effort },
    );
    await expect(read(open)).rejects.toBeInstanceOf(Unavailable);
    expect(effort.isExhausted).toBe(true);
  });
});

test('requests are recorded, with what they were answered', async () => {
  const recorded: RecordedRequest[] = [];
  const record = { add: (one: RecordedRequest) => void recorded.push(one), addMessage() {} };
  const open = await connect(({ answer }, index) => answer(index === 0 ? seven : [0x83, 2]), {
    record,
  });
  await read(open);
  await read(open);
  const address = `modbus://127.0.0.1:${device!.port}/1`;
  expect(recorded).toMatchObject([
    { protocol: 'modbus', method: 'READ', address, status: 0, sent: { body: '0300000001' } },
    { status: 2, received: { bytes: 2, body: '8302' } },
  ]);
});

test('nothing is sent once it is closed', async () => {
  const open = await connect(({ answer }) => answer(seven));
  await read(open);
  await open.close();
  await expect(read(open)).rejects.toMatchObject({ facts: { cause: 'connection_lost' } });
  expect(device!.requests).toHaveLength(1);
});
