import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '@trellis/testing';
import { createTraffic } from '../tunnel/traffic.js';
import { servePage } from './serve.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function startPage() {
  const traffic = createTraffic();
  const found = [{ type: '_hue._tcp', name: '<Hue>', address: '192.168.1.20', port: 443 }];
  const lines: string[] = [];
  const page = (await servePage(await freePort(), {
    state: { connection: 'connected', since: new Date(), name: 'Home', url: 'https://t.example' },
    traffic,
    found: () => found,
    version: '1.2.3',
    log: (line) => void lines.push(line),
  }))!;
  closers.push(page.close);
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request({ port: page.port, method, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      });
      sent.on('error', reject).end();
    });
  return { page, traffic, send };
}

test('the page shows what passes through, and what was found', async () => {
  const { traffic, send } = await startPage();
  traffic.refuse('10.0.0.1:80', new Error('10.0.0.1 is not allowed.'));
  const { text } = await send('GET', '/');
  for (const shown of ['Connected', 'Home', '10.0.0.1:80', 'is not allowed', '&#60;Hue&#62;']) {
    expect(text).toContain(shown);
  }
  expect(text).not.toContain('<Hue>');
});

test('stopping it ends connections and refuses others, until it is resumed', async () => {
  const { page, traffic, send } = await startPage();
  const device = createServer().listen(0);
  await once(device, 'listening');
  closers.push(() => device.close());
  const socket = connect((device.address() as AddressInfo).port);
  await once(socket, 'connect');
  traffic.add('device:1', socket);
  const closed = once(socket, 'close');
  const headers = { host: `localhost:${page.port}`, origin: `http://localhost:${page.port}` };
  expect((await send('POST', '/stop', headers)).status).toBe(303);
  await closed;
  expect(traffic.isStopped()).toBe(true);
  expect((await send('GET', '/')).text).toContain('Let it pass again');
  expect((await send('POST', '/resume', headers)).status).toBe(303);
  expect(traffic.isStopped()).toBe(false);
});

test('no other page can stop it, or read it by a name of its own', async () => {
  const { page, traffic, send } = await startPage();
  const host = `localhost:${page.port}`;
  expect((await send('POST', '/stop', { host })).status).toBe(403);
  expect((await send('POST', '/stop', { host, origin: 'https://evil.example' })).status).toBe(403);
  expect((await send('GET', '/', { host: 'evil.example' })).status).toBe(421);
  expect(traffic.isStopped()).toBe(false);
});
