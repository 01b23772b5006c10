import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '@trellis/testing';
import type { State } from '../run.js';
import type { PageSettings } from '../settings.js';
import { NotReached } from '../tunnel/reach.js';
import { createTraffic } from '../tunnel/traffic.js';
import { servePage } from './serve.js';
import { createSwitch } from './stopped.js';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Started extends Partial<PageSettings> {
  /** The folder in which a stop is stored; by default a new one. */
  data?: string;
}

async function startPage({ data = newFolder(), ...given }: Started = {}) {
  const traffic = createTraffic();
  const found = [{ type: '_hue._tcp', name: '<Hue>', address: '192.168.1.20', port: 443 }];
  const lines: string[] = [];
  const settings = { port: await freePort(), host: '127.0.0.1', from: undefined, ...given };
  const state: State = {
    connection: 'connected',
    since: new Date(),
    name: 'Home',
    url: 'https://t.example',
  };
  const page = (await servePage({
    settings,
    switch: await createSwitch(data, traffic),
    state,
    traffic,
    found: () => found,
    version: '1.2.3',
    log: (line) => void lines.push(line),
  }))!;
  closers.push(page.close);
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string; policy: unknown }>((resolve, reject) => {
      const to = { host: '127.0.0.1', port: page.port, method, path, headers };
      const sent = request(to, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () => {
          const policy = response.headers['content-security-policy'];
          resolve({ status: response.statusCode!, text, policy });
        });
      });
      sent.on('error', reject).end();
    });
  return { page, traffic, send, lines, data, state };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'agent-page-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('the page shows what passes through, and what was found', async () => {
  const { traffic, send } = await startPage();
  traffic.refuse('10.0.0.1:80', new NotReached('not_allowed', '10.0.0.1 is not allowed.'));
  const { text } = await send('GET', '/');
  for (const shown of ['Connected', 'Home', '10.0.0.1:80', 'not allowed', '&#60;Hue&#62;']) {
    expect(text).toContain(shown);
  }
  expect(text).not.toContain('<Hue>');
});

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['fr, de;q=0.5', 'de'],
  ['de;q=0.5, en-GB;q=0.9', 'en'],
  ['de;q=0, en;q=0.1', 'en'],
  ['fr', 'en'],
  ['', 'en'],
] as const)('for %j it is in %s', async (accepted, language) => {
  const { traffic, send } = await startPage();
  traffic.refuse('10.0.0.1:80', new NotReached('not_found', 'There is no host 10.0.0.1.'));
  traffic.refuse('10.0.0.1:80', new NotReached('stopped', 'The owner has stopped the agent.'));
  const { text } = await send('GET', '/', { 'accept-language': accepted });
  expect(text).toContain(`<html lang="${language}">`);
  const shown = {
    en: ['Connected', 'Stop everything', 'no such device', 'stopped here', 'Found in your home'],
    de: [
      'Verbunden',
      'Alles anhalten',
      'kein solches Gerät',
      'hier angehalten',
      'Bei Ihnen zu Hause gefunden',
    ],
  };
  for (const one of shown[language]) expect(text).toContain(one);
});

test('times name their time zone, and only the script of the page may change that', async () => {
  const { send, state } = await startPage();
  state.since = new Date('2026-11-30T12:00:00.000Z');
  const { text, policy } = await send('GET', '/', { 'accept-language': 'de' });
  expect(text).toMatch(
    /<time datetime="2026-11-30T12:00:00.000Z">30\.11\.2026, \d\d:00:00 [A-Z]+[^<]*<\/time>/,
  );
  const script = /<script>([^]*)<\/script>/.exec(text)![1]!;
  const hash = createHash('sha256').update(script).digest('base64');
  expect(policy).toContain(`script-src 'sha256-${hash}';`);
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

test('a stop outlives a restart, until it is resumed', async () => {
  const { page, traffic, send, data } = await startPage();
  const headers = { host: `localhost:${page.port}`, origin: `http://localhost:${page.port}` };
  await send('POST', '/stop', headers);
  expect(traffic.isStopped()).toBe(true);
  const second = await startPage({ data });
  expect(second.traffic.isStopped()).toBe(true);
  const own = `localhost:${second.page.port}`;
  await second.send('POST', '/resume', { host: own, origin: `http://${own}` });
  expect(second.traffic.isStopped()).toBe(false);
  expect((await startPage({ data })).traffic.isStopped()).toBe(false);
});

test('a stop that cannot be stored applies all the same, and is reported', async () => {
  const { page, traffic, send, data, lines } = await startPage();
  rmSync(data, { recursive: true });
  writeFileSync(data, 'no folder');
  const headers = { host: `localhost:${page.port}`, origin: `http://localhost:${page.port}` };
  expect((await send('POST', '/stop', headers)).status).toBe(500);
  expect(traffic.isStopped()).toBe(true);
  expect(lines.at(-1)).toMatch(/^The page failed: /);
});

test('no other page can stop it, or read it by a name of its own', async () => {
  const { page, traffic, send } = await startPage();
  const host = `localhost:${page.port}`;
  for (const origin of ['https://evil.example', 'http://localhost:1', 'null']) {
    expect((await send('POST', '/stop', { host, origin })).status).toBe(403);
  }
  expect((await send('POST', '/stop', { host })).status).toBe(403);
  const forwarded = { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
  expect((await send('POST', '/stop', { host, ...forwarded })).status).toBe(403);
  for (const foreign of ['evil.example', 'raspberrypi.local', 'pi', '192.168.1.5']) {
    expect((await send('GET', '/', { host: foreign })).status).toBe(421);
  }
  expect(traffic.isStopped()).toBe(false);
});

test('only this computer can connect to it', async () => {
  const { page } = await startPage();
  const other = Object.values(networkInterfaces())
    .flatMap((all = []) => all)
    .find(({ internal, family }) => !internal && family === 'IPv4');
  // A computer without a network has 127.0.0.2 at least.
  const socket = connect({ host: other?.address ?? '127.0.0.2', port: page.port });
  await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('in the network, it answers to private names and addresses alone', async () => {
  const { page, send } = await startPage({ host: '0.0.0.0' });
  for (const host of ['pi', 'pi.local', 'pi.lan', 'pi.home.arpa', '192.168.1.5', 'localhost']) {
    expect((await send('GET', '/', { host: `${host}:${page.port}` })).status).toBe(200);
  }
  for (const host of ['evil.example', 'pi.local.evil.example', 'evil.example:80']) {
    expect((await send('GET', '/', { host })).status).toBe(421);
  }
});

test('a proxy passes its own name on, and nobody else can open the page', async () => {
  const { traffic, send } = await startPage({ from: '127.0.0.1' });
  const host = 'home.example';
  expect((await send('GET', '/', { host })).status).toBe(200);
  const evil = { host, origin: 'https://evil.example' };
  expect((await send('POST', '/stop', evil)).status).toBe(403);
  const own = { host: '172.30.32.1', 'x-forwarded-host': host, origin: `https://${host}` };
  expect((await send('POST', '/stop', own)).status).toBe(303);
  expect(traffic.isStopped()).toBe(true);
  const other = await startPage({ from: '172.30.32.2' });
  expect((await other.send('GET', '/', { host: 'localhost' })).status).toBe(421);
});

test('it says whether Trellis is connected', async () => {
  const { send, state } = await startPage();
  expect(await send('GET', '/health')).toMatchObject({ status: 200, text: 'connected' });
  state.connection = 'waiting';
  expect(await send('GET', '/health')).toMatchObject({ status: 503, text: 'waiting' });
});
