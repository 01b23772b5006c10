import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { sendEvents } from './event-stream.js';

/** A response whose client has room for an event only after each `drain`. */
class SlowResponse extends EventEmitter {
  destroyed = false;
  written: string[] = [];
  listenersWhileWaiting: number[] = [];
  set() {}
  flushHeaders() {}
  end() {}
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
  sendEvents({ method: 'GET' } as Request, response as unknown as Response, events(count));

test('a stream that waits for its client often leaves no listeners behind', async () => {
  const response = new SlowResponse();
  await send(response, 20);
  expect(response.written.at(-1)).toBe('data: 20\nid: 20\n\n');
  expect(Math.max(...response.listenersWhileWaiting)).toBe(1);
  for (const event of ['drain', 'close', 'error']) expect(response.listenerCount(event)).toBe(0);
});

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
