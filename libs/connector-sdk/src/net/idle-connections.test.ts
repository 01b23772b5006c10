import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { Misconfigured, Unavailable } from '../failure.js';
import { createIdleConnections } from './idle-connections.js';
import { createResolver } from './lookup.js';
import { bounds, closeAfterTest, http, listen, serveTls } from './testing/server.js';

const answer: RequestListener = (_request, response) => void response.end('{}');

/** Starts a server, and requests that keep connections open until the end of the test. */
async function start(answerWith = answer, given: Parameters<typeof bounds>[0] = {}) {
  const server = createServer(answerWith);
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  const { host, connections, idle } = await listen(server);
  const open = createIdleConnections();
  closeAfterTest(() => open.close());
  const send = http({ connections: open, ...given });
  return { url: `http://${host}`, send, connections, idle, sockets, open };
}

test('a connection is used again, for one request at a time', async () => {
  const { url, send, connections } = await start();
  await send({ url });
  await send({ url, method: 'PUT', json: true });
  await send({ url, method: 'DELETE' });
  expect(connections()).toBe(1);
  await Promise.all([send({ url }), send({ url }), send({ url })]);
  expect(connections()).toBe(3);
});

test('what cannot be repeated has a connection of its own', async () => {
  const { url, send, connections } = await start();
  await send({ url });
  await send({ url, method: 'POST', json: {} });
  await send({ url, method: 'PATCH', json: {} });
  expect(connections()).toBe(3);
});

test('a connection that the server has closed, or closes without an answer, is replaced', async () => {
  let isClosing = false;
  const { url, send, connections, sockets } = await start((request, response) => {
    if (isClosing) request.socket.destroy();
    else response.end('{}');
    isClosing = false;
  });
  await send({ url });
  sockets[0]!.destroy();
  await send({ url });
  expect(connections()).toBe(2);
  isClosing = true;
  await expect(send({ url, method: 'PUT', json: 1 })).resolves.toMatchObject({ status: 200 });
  expect(connections()).toBe(3);
});

test('a server that answers nothing on a new connection is not asked again', async () => {
  const { url, send, connections } = await start((request) => request.socket.destroy());
  await expect(send({ url, method: 'PUT', json: 1 })).rejects.toMatchObject({ sent: true });
  expect(connections()).toBe(1);
});

test('a failed request leaves no connection behind', async () => {
  const { url, send, idle } = await start((_request, response) => void response.end('x'.repeat(9)));
  await expect(send({ url, maxBytes: 5 })).rejects.toThrow(Unavailable);
  await idle();
});

test('each new connection is checked', async () => {
  let allowed = true;
  const resolve: ReturnType<typeof createResolver> = (host, port) =>
    createResolver({ allowPrivate: allowed })(host, port);
  const { url, send, connections, sockets } = await start(answer, { resolve });
  await send({ url });
  allowed = false;
  sockets[0]!.destroy();
  await expect(send({ url })).rejects.toThrow(Unavailable);
  expect(connections()).toBe(1);
});

test('a certificate that is not trusted is refused, whatever another request trusted', async () => {
  const { url, connections } = await serveTls(answer);
  const open = createIdleConnections();
  closeAfterTest(() => open.close());
  const send = http({ connections: open });
  const tls = { pin: async () => undefined };
  await send({ url, tls });
  await send({ url, tls });
  expect(connections()).toBe(1);
  await expect(send({ url })).rejects.toThrow(Misconfigured);
});

test('they end when they are closed, also those that are still in use', async () => {
  let begin: (respond: () => void) => void = () => undefined;
  const begun = new Promise<() => void>((resolve) => (begin = resolve));
  const { url, send, idle, open } = await start((_request, response) =>
    begin(() => void response.end('{}')),
  );
  const sent = send({ url });
  const respond = await begun;
  open.close();
  respond();
  await sent;
  await idle();
});
