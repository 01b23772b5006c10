import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, test } from '@jest/globals';
import { messagesOf } from './http-server.js';

test('messages have the prototypes of their application before Express has seen them', async () => {
  const app = express();
  const server = createServer(messagesOf(app));
  const seen: unknown[] = [];
  server.on('request', (request, response) => {
    seen.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    app(request, response);
  });
  app.use((request, response) => {
    seen.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
    expect(request.app).toBe(app);
    response.status(202).json({ query: request.query, accepts: request.accepts('json') });
  });
  server.listen(0);
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://localhost:${port}/?a=1`);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ query: { a: '1' }, accepts: 'json' });
    const prototypes = [app.request, app.response, app.request, app.response];
    seen.forEach((prototype, index) => expect(prototype === prototypes[index]).toBe(true));
    expect(seen).toHaveLength(4);
  } finally {
    server.close();
  }
});
