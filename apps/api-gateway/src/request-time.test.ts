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
