import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { connectBroker, type Broker } from '@trellis/messaging';
import { readConfiguration } from '@trellis/platform';
import { testBroker } from '@trellis/testing';
import { createBoard } from './board.js';
import { queueBoardConfiguration } from './configuration.js';

const user = 'operator';
const password = 'correct horse battery';
const basic = (name: string, secret: string) =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

test('queues in PostgreSQL are not shown, and it says so', () => {
  const start = () =>
    readConfiguration(queueBoardConfiguration, { QUEUE_BOARD_PASSWORD: password });
  expect(start).toThrow('REDIS_URL: must be set: queues in PostgreSQL are not shown');
});

(process.env.TEST_REDIS_URL ? describe : describe.skip)('the board', () => {
  const running: { broker: Broker; server: Server }[] = [];
  afterEach(async () => {
    for (const { broker, server } of running.splice(0)) {
      server.closeAllConnections();
      server.close();
      await broker.close();
    }
  });

  async function board({ isReadOnly = true } = {}) {
    const broker = await connectBroker(await testBroker('Redis'));
    const app = createBoard(broker, { user, password, isReadOnly });
    const server = createServer((request, response) => void app(request, response)).listen(0);
    await once(server, 'listening');
    running.push({ broker, server });
    const { port } = server.address() as AddressInfo;
    const request = (path: string, { method = 'GET', ...headers }: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization: basic(user, password), ...headers },
      });
    const bodyOf = async (path: string) => (await (await request(path)).json()) as Listed;
    return { broker, request, bodyOf };
  }

  interface Listed {
    queues: { name: string; readOnlyMode: boolean; jobs: { id: string; data: unknown }[] }[];
  }

  /** A removal that has failed. */
  async function failedRemoval(broker: Broker, reason: string) {
    const job = await broker
      .queue('removals')
      .add('removals', { client: 'c1' }, { jobId: 'c1', attempts: 1 });
    const fail = async () => {
      throw new Error(reason);
    };
    const worker = broker.worker('removals', fail, {});
    await once(worker, 'failed');
    await worker.close();
    return job;
  }

  test('is for operators alone, and an address cannot try passwords without end', async () => {
    const { request } = await board();
    for (const path of ['/', '/api/queues', '/static/favicon-32x32.png']) {
      const refused = await request(path, { authorization: '' });
      expect([path, refused.status]).toEqual([path, 401]);
      expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /);
    }
    expect((await request('/')).status).toBe(200);
    expect((await request('/', { authorization: basic('other', password) })).status).toBe(401);
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await request('/', { authorization: basic(user, `wrong ${attempt}`) });
    }
    expect((await request('/', { authorization: basic(user, 'wrong') })).status).toBe(429);
  });

  test('shows every queue, and of its jobs neither what was sent nor credentials', async () => {
    const { broker, bodyOf, request } = await board();
    const call = { id: '1', call: 'units.create', input: { name: 'Alice’s bedroom' } };
    await broker.queue('units').add('calls', { calls: JSON.stringify([call]) });
    await broker.queue('audit').add('audit', { entries: [{ actor: 'alice' }, {}] });
    await failedRemoval(broker, 'It asks for /token?client_secret=hunter2hunter2.');

    const { queues } = await bodyOf('/api/queues');
    expect(queues.map(({ name }) => name).sort()).toEqual([
      'alert-messages',
      'alerts',
      'audit',
      'batches',
      'connectors',
      'deliveries',
      'erasures',
      'interactions',
      'models',
      'polls',
      'reconciliation',
      'redeliveries',
      'removals',
      'replays',
      'secrets',
      'subscriptions',
      'units',
      'usage',
    ]);
    const jobsOf = async (queue: string) =>
      (await bodyOf(`/api/queues?activeQueue=${queue}`)).queues.find(({ name }) => name === queue)!
        .jobs;
    expect(await jobsOf('units')).toMatchObject([
      { data: { calls: [{ id: '1', call: 'units.create' }] } },
    ]);
    expect(await jobsOf('audit')).toMatchObject([{ data: { entries: '2 not shown' } }]);
    expect(await jobsOf('removals')).toMatchObject([
      { data: { client: 'c1' }, failedReason: 'It asks for /token?client_secret=[redacted]' },
    ]);
    const id = (await jobsOf('units'))[0]!.id;
    const texts = [
      await jobsOf('units'),
      await jobsOf('removals'),
      await (await request(`/api/queues/units/${id}`)).json(),
    ].map((body) => JSON.stringify(body));
    expect(texts.filter((text) => /bedroom|hunter2/.test(text))).toEqual([]);
  });

  const retry = '/api/queues/removals/c1/retry';
  const remove = '/api/queues/removals/c1/clean';

  test('changes nothing unless it is told that it may', async () => {
    const { broker, request, bodyOf } = await board();
    const job = await failedRemoval(broker, 'It fails.');
    expect((await bodyOf('/api/queues')).queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(
      true,
    );
    for (const path of [retry, remove, '/api/queues/pause', '/api/queues/removals/empty']) {
      expect((await request(path, { method: 'PUT' })).status).toBe(403);
    }
    expect(await job.getState()).toBe('failed');
  });

  test('that may change something runs and removes jobs, and neither edits nor empties', async () => {
    const { broker, request } = await board({ isReadOnly: false });
    const job = await failedRemoval(broker, 'It fails.');
    const put = async (path: string, headers = {}) =>
      (await request(path, { method: 'PUT', ...headers })).status;
    expect(await put(retry, { 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await put('/api/queues/removals/empty')).toBe(403);
    expect(await put('/api/queues/removals/obliterate')).toBe(403);
    const edit = { method: 'PATCH', 'content-type': 'application/json' };
    expect((await request('/api/queues/removals/c1/update-data', edit)).status).toBe(403);
    expect(await job.getState()).toBe('failed');
    expect(await put(retry)).toBeLessThan(300);
    expect(await job.getState()).toBe('waiting');
    expect(await put(remove)).toBeLessThan(300);
    expect(await job.getState()).toBe('unknown');
  });
});
