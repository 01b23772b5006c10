import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { dial } from '@trellis/connector-sdk';
import { freePort, waitFor } from '@trellis/testing';
import { agentRoute } from './agents/route.js';

const route = agentRoute();

const host = '127.0.0.1';
const signal = () => AbortSignal.timeout(20_000);

/** A device that sends back what it receives, and knows its open connections. */
let device: Server;
let port: number;
const open = new Set<Socket>();
beforeAll(async () => {
  device = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
    socket.pipe(socket);
  }).listen(0, host);
  await once(device, 'listening');
  port = (device.address() as AddressInfo).port;
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  device.close();
});

const connect = (resolve = route().resolve) => dial({ resolve, signal: signal() }, { host, port });

async function echo(socket: Duplex, text: string): Promise<string> {
  socket.write(text);
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data.toString();
}

describe('the tunnel of an agent', () => {
  test('carries bytes both ways, unchanged and in order', async () => {
    const socket = await connect();
    const sent = randomBytes(20 * 1024 * 1024);
    const hash = createHash('sha256');
    let received = 0;
    const complete = new Promise<void>((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        received += chunk.length;
        if (received === sent.length) resolve();
      });
    });
    socket.write(sent);
    await complete;
    expect(hash.digest('hex')).toBe(createHash('sha256').update(sent).digest('hex'));
    socket.destroy();
  });

  test('ends with the connection at either end', async () => {
    const socket = await connect();
    await waitFor(() => open.size === 1);
    socket.destroy();
    await waitFor(() => open.size === 0, { what: 'the end at the device' });

    const other = await connect();
    await waitFor(() => open.size === 1);
    const closed = once(other.resume(), 'close');
    for (const one of open) one.destroy();
    await closed;
  });

  // An HTTP/2 server ends a session after about a thousand streams that are reset quickly.
  test('outlives thousands of connections that are dropped', async () => {
    const lasting = await connect();
    for (let round = 0; round < 30; round += 1) {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => connect()));
      for (const socket of sockets) socket.destroy();
    }
    expect(await echo(lasting, 'still there')).toBe('still there');
    lasting.destroy();
    await waitFor(() => open.size === 0, { what: 'the end of all connections' });
    expect(route().program.output()).not.toContain('Connecting again');
  });

  test('outlives thousands of connections that are refused', async () => {
    const free = await freePort();
    const bounds = { resolve: route().resolve, signal: signal() };
    for (let round = 0; round < 15; round += 1) {
      const dialled = Array.from({ length: 100 }, () => dial(bounds, { host, port: free }));
      for (const { status } of await Promise.allSettled(dialled)) expect(status).toBe('rejected');
    }
    const socket = await connect();
    expect(await echo(socket, 'still there')).toBe('still there');
    socket.destroy();
  });

  test('is shared fairly: one connection that nobody reads stops no other', async () => {
    const [stuck, other] = [await connect(), await connect()];
    stuck.pause();
    const flood = setInterval(() => stuck.write(Buffer.alloc(256 * 1024)), 1);
    try {
      for (let round = 0; round < 20; round += 1) {
        expect(await echo(other, `round ${round}`)).toBe(`round ${round}`);
      }
    } finally {
      clearInterval(flood);
      stuck.destroy();
      other.destroy();
    }
    await waitFor(() => open.size === 0, { what: 'the end of both' });
  });
});

describe('a connection through an agent', () => {
  const failing = (given: {
    host?: string;
    port?: number;
    resolve?: ReturnType<typeof route>['resolve'];
  }) =>
    dial(
      { resolve: given.resolve ?? route().resolve, signal: signal() },
      { host: given.host ?? host, port: given.port ?? port },
    );

  test.each([
    ['10.1.2.3', { facts: { cause: 'agent_refuses_address' } }],
    ['8.8.8.8', { facts: { cause: 'agent_refuses_address' } }],
    ['no-such-host.invalid', { facts: { cause: 'agent_finds_no_host' } }],
  ])('to %s fails, and says why', async (host, failure) => {
    await expect(failing({ host })).rejects.toMatchObject(failure);
  });

  test('to a port where nothing listens is refused', async () => {
    await expect(failing({ port: 9 })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('leads nowhere with a ticket that has expired, is for another agent, or is none', async () => {
    const { resolveWith, seal } = route();
    for (const ticket of [
      seal({ until: Date.now() - 1 }),
      seal({ agent: '01a1fb49-0d50-7523-8e7b-c9657c118513' }),
      'none',
      '',
    ]) {
      await expect(failing({ resolve: resolveWith(ticket) })).rejects.toMatchObject({
        facts: { cause: 'agent_offline' },
      });
    }
    expect(open.size).toBe(0);
  });

  test('never leads to the page of the agent', async () => {
    const page = Number(new URL(route().program.page).port);
    await expect(failing({ port: page })).rejects.toMatchObject({
      facts: { cause: 'agent_refuses_address' },
    });
  });
});
