import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { startGateway, type Calls, type TestGateway } from './testing/gateway.js';

let calls: Calls;
let gateway: TestGateway;
let socket: Socket;
beforeEach(async () => {
  calls = {};
  gateway = await startGateway(calls);
  socket = connect(Number(new URL(gateway.address).port), '127.0.0.1');
  await once(socket, 'connect');
});
afterEach(async () => {
  jest.useRealTimers();
  socket.destroy();
  await gateway.close();
});

/** Only `setTimeout` is the test's, so that connections work as ever. */
const fakeTimeouts = () =>
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'requestIdleCallback',
      'cancelIdleCallback',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
    ],
  });

test('a client that takes half a minute to send its body is disconnected', async () => {
  fakeTimeouts();
  const isClosed = once(socket, 'close');
  socket.write(
    'POST /oauth2/token HTTP/1.1\r\nHost: trellis.test\r\nContent-Length: 10\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\n\r\ngrant',
  );
  while (jest.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  jest.advanceTimersByTime(29_999);
  expect(socket.readyState).toBe('open');
  jest.advanceTimersByTime(1);
  await isClosed;
}, 30_000);

test('a client that reads slowly is not', async () => {
  calls['units.list'] = () => ({ items: [] });
  const answered = once(socket, 'data');
  socket.write(
    `GET /api/v1/units HTTP/1.1\r\nHost: trellis.test\r\n` +
      `Authorization: Bearer ${gateway.tokenOf('ada')}\r\n\r\n`,
  );
  await answered;
  await waitFor(() => socket.readyState === 'open');
});

test('a client whose request is answered early is disconnected if its body does not end', async () => {
  const isClosed = once(socket, 'close');
  const answered = once(socket, 'data') as Promise<[Buffer]>;
  socket.write(
    'POST /api/v1/units HTTP/1.1\r\nHost: trellis.test\r\nContent-Length: 1000000\r\n' +
      'Content-Type: application/json\r\n\r\n{',
  );
  expect((await answered)[0].toString()).toMatch(/^HTTP\/1.1 401 /);
  await isClosed;
});

test('requests that are sent without waiting for answers are handled one after another', async () => {
  let running = 0;
  let most = 0;
  calls['units.list'] = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return { items: [] };
  };
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  const request =
    'GET /api/v1/units HTTP/1.1\r\nHost: trellis.test\r\n' +
    `Authorization: Bearer ${gateway.tokenOf('ada')}\r\n\r\n`;
  socket.write(request.repeat(3));
  await waitFor(() => received.split('HTTP/1.1 200 ').length === 4);
  expect(most).toBe(1);
});

test('a connection on which thousands of requests wait is closed, and no other', async () => {
  // The reset may come while the requests are being sent.
  socket.on('error', () => undefined).resume();
  socket.write('GET /health/live HTTP/1.1\r\nHost: trellis.test\r\n\r\n'.repeat(5_000));
  await waitFor(() => socket.closed);
  expect((await gateway.request('/health/live')).status).toBe(200);
});
