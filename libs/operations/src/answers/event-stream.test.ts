import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import express, { type Response } from 'express';
import { afterEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { sendEvents } from './event-stream.js';
import { createExchange } from '../exchange.js';
import { exchangeWith } from '../testing/exchange.js';

/** A response whose client has room for an event only after each `drain`. */
class SlowResponse extends EventEmitter {
  destroyed = false;
  written: string[] = [];
  listenersWhileWaiting: number[] = [];
  set() {}
  flushHeaders() {}
  end() {
    this.emit('close');
  }
  write(text: string): boolean {
    this.written.push(text);
    setImmediate(() => {
      this.listenersWhileWaiting.push(this.listenerCount('close'));
      this.emit('drain');
    });
    return false;
  }
}

async function* events(count: number) {
  for (let id = 1; id <= count; id += 1) yield { id: String(id), data: id };
}

const send = (response: SlowResponse, count: number) =>
  sendEvents(exchangeWith({ method: 'GET', response: response as unknown as Response }), {
    events: events(count),
    signal: new AbortController().signal,
  });

test('a stream that waits for its client often leaves no listeners behind', async () => {
  const response = new SlowResponse();
  await send(response, 20);
  expect(response.written.at(-1)).toBe('data: 20\nid: 20\n\n');
  expect(Math.max(...response.listenersWhileWaiting)).toBe(1);
  for (const event of ['drain', 'close', 'error']) expect(response.listenerCount(event)).toBe(0);
});

afterEach(() => {
  jest.useRealTimers();
});

test('a stream whose client does not read for half a minute ends', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
  const response = new SlowResponse();
  response.write = function (text) {
    this.written.push(text);
    return false;
  };
  let destroyed = false;
  const disconnect = () => {
    destroyed = true;
    response.destroyed = true;
    response.emit('close');
  };
  const ended = send(Object.assign(response, { destroy: disconnect }), 20);
  await waitUntilWaiting(response);
  jest.advanceTimersByTime(29_999);
  expect(destroyed).toBe(false);
  jest.advanceTimersByTime(1);
  await ended;
  expect(destroyed).toBe(true);
});

async function waitUntilWaiting(response: SlowResponse): Promise<void> {
  while (response.listenerCount('drain') === 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a stream ends when its client disconnects while it waits for it', async () => {
  const response = new SlowResponse();
  response.write = function (text) {
    this.written.push(text);
    setImmediate(() => {
      this.destroyed = true;
      this.emit('close');
    });
    return false;
  };
  await send(response, 20);
  expect(response.written).toHaveLength(2);
  expect(response.listenerCount('drain')).toBe(0);
});

/** Serves a stream of long events that never ends by itself; returns its response to one client. */
async function openEndlessStream(signal: AbortSignal) {
  async function* endless() {
    for (let id = 1; ; id += 1) yield { id: String(id), data: 'x'.repeat(100_000) };
  }
  const app = express();
  const opened = new Promise<Response>((resolve) => {
    app.get('/', (request, response) => {
      resolve(response);
      const exchange = createExchange(request, response);
      return sendEvents(exchange, { events: endless(), signal });
    });
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: trellis.test\r\n\r\n');
  return { server, client, response: await opened };
}

test('a stream that must end is closed, although its client reads nothing', async () => {
  const expiry = new AbortController();
  const { server, client, response } = await openEndlessStream(expiry.signal);
  client.pause();
  await waitFor(() => response.writableNeedDrain, { what: 'a client that has stopped reading' });
  expiry.abort();
  await waitFor(() => response.destroyed, { what: 'the end of the connection' });
  client.destroy();
  server.close();
});
