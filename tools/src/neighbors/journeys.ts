import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { newAccount, waitFor, type Account } from '@trellis/testing';
import type { Installation } from './installation.js';

/** The server of an app, which accepts every message. */
async function startApp() {
  const types: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      types.push((JSON.parse(body) as { type: string }).type);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, types, close: () => void server.close() };
}

const simulator = (configuration: object) => ({ connector_type_id: 'simulator', configuration });

/** One account that is used with all combinations of versions, so that each finds what others have left. */
export async function createJourneys(installation: Installation) {
  const { request } = newAccount(installation, { lifetimeSeconds: 3_600 });
  const app = await startApp();
  const expectStatus = async (status: number, ...asked: Parameters<Account['request']>) => {
    const answer = await request(...asked);
    const [method, path] = asked;
    assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const referred = async (path: string, subject?: string) => {
    const { body } = await expectStatus(200, 'GET', path, { subject });
    return (body as { href: string }[]).map(({ href }) => href);
  };
  /** Clients of earlier combinations that are still there. */
  const clients: string[] = [];
  let subjects = 0;

  async function units(): Promise<void> {
    const create = async (name: string, more: object = {}) =>
      (await expectStatus(201, 'POST', '/units', { body: { name, type: 'room', ...more } })).body
        .id as string;
    const value = { '@context': 'https://schema.org', '@type': 'Place', name: 'Garden' };
    const house = await create('House', { properties: [{ name: 'about', value }] });
    const room = await create('Room');
    await expectStatus(201, 'POST', `/units/${house}/children`, { body: { id: room } });
    await expectStatus(409, 'POST', `/units/${room}/children`, { body: { id: house } });
    await expectStatus(201, 'POST', `/units/${room}/subjects`, { body: { id: 'alice' } });
    await expectStatus(204, 'PUT', `/units/${house}/properties`, {
      body: { name: 'about', value: 1 },
    });
    const { body } = await expectStatus(200, 'GET', `/units/${house}`);
    assert.deepEqual(body.properties, [{ name: 'about', value: 1 }]);
    assert.equal(body.children.length, 1);
    assert.deepEqual(
      await referred(`/units/${house}/descendants`),
      await referred(`/units/${house}/children`),
    );
    const batch = {
      items: [
        { name: 'A', type: 'room' },
        { name: '', type: 'room' },
      ],
    };
    const { body: results } = await expectStatus(200, 'POST', '/units/batch', { body: batch });
    assert.deepEqual(
      (results.results as { status: number }[]).map(({ status }) => status),
      [201, 400],
    );
    const headers = { 'idempotency-key': randomUUID() };
    const repeated = { body: { name: 'Once', type: 'room' }, headers };
    const first = await expectStatus(201, 'POST', '/units', repeated);
    const second = await expectStatus(201, 'POST', '/units', repeated);
    assert.equal(second.body.id, first.body.id);
    await expectStatus(204, 'DELETE', `/units/${room}`);
    await expectStatus(404, 'GET', `/units/${room}`);
  }

  /** Waits until a client has been polled once more. */
  async function polled(path: string): Promise<void> {
    const look = async () => (await expectStatus(200, 'GET', path)).body;
    const last = (await look()).last_polled as string | undefined;
    await waitFor(
      async () => {
        const { status, last_polled: now } = await look();
        return status === 'STARTED' && now !== last;
      },
      { what: `a poll of ${path}` },
    );
  }

  async function connectors(): Promise<void> {
    const body = simulator({ application_key: 'any text' });
    const { status } = await request('POST', '/connectors/instances', { body });
    assert.ok([201, 409].includes(status), `An instance was answered ${status}.`);
    for (const path of clients) await polled(path);
    const subject = `subject-${(subjects += 1)}`;
    const created = await expectStatus(201, 'POST', '/connectors/clients', {
      subject,
      body: simulator({ devices: 2, interval_ms: 1_000 }),
    });
    const path = `/connectors/clients/${created.body.client_id}`;
    await polled(path);
    clients.push(path);
    const things = await referred('/things', subject);
    assert.equal(things.length, 2);
    await writeLamp(things[1]!);
    if (clients.length > 2) await remove(clients.shift()!);
  }

  async function writeLamp(lamp: string): Promise<void> {
    const address = `${lamp}/properties/on`;
    const before = (await expectStatus(200, 'GET', address)).body as boolean;
    await expectStatus(204, 'PUT', address, { body: !before });
    await waitFor(async () => (await expectStatus(200, 'GET', address)).body === !before, {
      what: 'what was written',
    });
  }

  async function remove(path: string): Promise<void> {
    const { body } = await expectStatus(200, 'GET', path);
    await expectStatus(204, 'DELETE', path);
    await expectStatus(404, 'GET', path);
    const { mappings } = body as { mappings: { thing_id: string }[] };
    for (const { thing_id } of mappings) await expectStatus(404, 'GET', `/things/${thing_id}`);
  }

  async function apps(): Promise<void> {
    const { status } = await request('PUT', '/callback', {
      body: { url: app.url, events: ['client_status_changed'] },
    });
    assert.ok([200, 201].includes(status), `A callback was answered ${status}.`);
    const created = await expectStatus(201, 'POST', '/things', {
      body: { title: 'Letter box', properties: { full: {} }, actions: { open: {} } },
    });
    const box = created.headers.get('location')!;
    await expectStatus(204, 'PUT', `${box}/properties/full`, { body: true });
    const before = app.types.length;
    await expectStatus(204, 'POST', `${box}/actions/open`);
    assert.ok(app.types.slice(before).includes('action_requested'));
    await expectStatus(204, 'DELETE', box);
  }

  async function accounts(): Promise<void> {
    await expectStatus(200, 'GET', '/limits');
    const { body } = await expectStatus(200, 'GET', '/audit?limit=10');
    assert.equal(body.length, 10);
    const events = await request('GET', '/events');
    assert.equal(events.status, 200);
  }

  return {
    /** Goes all ways that callers go; throws where one ends otherwise than it should. */
    async run(): Promise<void> {
      await units();
      await apps();
      await connectors();
      await accounts();
    },
    close: () => app.close(),
  };
}
