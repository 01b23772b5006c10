import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { createDrain, limitConnections } from './http-server.js';

/** Sends a request and reads the whole of its answer. */
async function get(server: Server, agent: Agent): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, agent }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}

async function listen(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('callers that keep their connections are told to leave them, and none of their requests fails', async () => {
  const server = await listen(createServer((_request, response) => response.end('done')));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await get(server, agent)).headers.connection).toBe('keep-alive');

  let closed = 0;
  const draining = createDrain(server)(() => (closed += 1));
  const answer = await get(server, agent);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.connection).toBe('close');
  await draining;
  expect(closed).toBe(1);
  expect(server.listening).toBe(false);
});

test('a request that is under way is answered, and its connection does not hold up the end', async () => {
  const waiting: ServerResponse[] = [];
  const server = await listen(createServer((_request, response) => void waiting.push(response)));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answered = get(server, agent);
  await once(server, 'request');
  const draining = createDrain(server)(() => waiting.forEach((each) => each.end('done')));
  expect((await answered).statusCode).toBe(200);
  await draining;
  agent.destroy();
});

test('a connection on which nothing was asked does not hold up the end', async () => {
  const server = createServer((_request, response) => response.end('done'));
  const drain = createDrain(server);
  await listen(server);
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  const ended = once(socket, 'close');
  await once(server, 'connection');
  await drain(() => undefined);
  await ended;
});

test('connections beyond a limit are closed at once, until others end', async () => {
  const server = createServer((_request, response) => response.end('done'));
  limitConnections(server, { total: 3, perNetwork: 2 });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close').then(() => 'closed');
    socket.write('GET / HTTP/1.1\r\nHost: trellis.test\r\n\r\n');
    const answered = once(socket, 'data').then(() => 'answered');
    return { socket, outcome: await Promise.race([answered, closed]) };
  };
  const [first, second, third] = [await open(), await open(), await open()];
  expect([first.outcome, second.outcome, third.outcome]).toEqual([
    'answered',
    'answered',
    'closed',
  ]);
  first.socket.destroy();
  await waitFor(async () => {
    const { socket, outcome } = await open();
    socket.destroy();
    return outcome === 'answered';
  });
  second.socket.destroy();
  server.close();
});
