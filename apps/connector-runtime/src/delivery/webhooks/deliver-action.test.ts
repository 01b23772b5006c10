import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { startAppServer, type AppServer } from '../../testing/app-server.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { registerApp, requestAction, verify } from '../../testing/webhook.js';
import { redeliver } from './deliveries.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const servers: AppServer[] = [];
const closeServers = () => servers.splice(0).forEach((server) => server.close());
afterEach(closeServers);

async function start(...respond: Parameters<typeof startAppServer>): Promise<AppServer> {
  const server = await startAppServer(...respond);
  servers.push(server);
  return server;
}

describe('an action request', () => {
  test('brings back the response of the app', async () => {
    const { url, received } = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"opened":true}');
    });
    const app = await registerApp(testing, url);
    const { id, thing, read } = await requestAction(app);
    expect(app.added).toEqual([id]);
    await app.attempt(id);
    expect(verify(app.secret, received[0]!)).toMatchObject({
      type: 'action_requested',
      data: { interaction_id: id, thing_id: thing, action: 'open', input: { n: 1 } },
    });
    expect(await read()).toMatchObject({ status: 'completed', output: { opened: true } });
    expect(app.ended).toEqual([id]);
  });

  test('that the app rejects has failed', async () => {
    const { url } = await start((_request, response) => void response.writeHead(422).end());
    const app = await registerApp(testing, url);
    const { id, read } = await requestAction(app);
    await app.attempt(id);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'remote_rejected' } });
  });

  test('is not sent twice when the connection breaks after it was read', async () => {
    const { url, received } = await start((request) => void request.socket.destroy());
    const app = await registerApp(testing, url);
    const { id, read } = await requestAction(app);
    await app.attempt(id);
    await app.attempt(id);
    expect(received).toHaveLength(1);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'outcome_unknown' } });
    const again = redeliver(app.needs, { ...app.of, id }, { expiresAt: Infinity });
    await expect(again).rejects.toMatchObject({ code: 'interaction_ended' });
  });

  test('is stored as attempted before it is sent, in case the worker dies over it', async () => {
    const stored: unknown[] = [];
    const { url } = await start(async (_request, response) => {
      stored.push(await testing.database.delivery.findUniqueOrThrow({ where: { id } }));
      response.writeHead(204).end();
    });
    const app = await registerApp(testing, url);
    const { id, read } = await requestAction(app);
    await app.attempt(id);
    expect(stored).toMatchObject([
      { status: 'pending', attempted: expect.any(Date), error: null, responseStatus: null },
    ]);
    expect(await read()).toMatchObject({ status: 'completed' });
  });

  test('is not sent twice when a worker has died over it', async () => {
    const { url, received } = await start();
    const app = await registerApp(testing, url);
    const { id, read } = await requestAction(app);
    await testing.database.delivery.update({ where: { id }, data: { attempted: new Date() } });
    await app.attempt(id);
    expect(received).toEqual([]);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'outcome_unknown' } });
  });

  test('whose outcome cannot be stored does not leave its caller waiting', async () => {
    const { url, received } = await start();
    const app = await registerApp(testing, url);
    const { id, read } = await requestAction(app);
    const { database } = testing;
    await database.$executeRawUnsafe(
      `ALTER TABLE interactions ADD CONSTRAINT storable CHECK (id <> '${id}' OR status <> 'completed')`,
    );
    await app.attempt(id);
    await database.$executeRawUnsafe('ALTER TABLE interactions DROP CONSTRAINT storable');
    await app.attempt(id);
    expect(received).toHaveLength(1);
    expect(await read()).toMatchObject({ status: 'failed', problem: { code: 'outcome_unknown' } });
  });

  test('is sent again when the app cannot be connected to', async () => {
    const { url } = await start();
    closeServers();
    const app = await registerApp(testing, url);
    const { id, read } = await requestAction(app);
    await app.attempt(id);
    expect(await read()).toMatchObject({ status: 'pending' });
    // Until then it may be sent by request, as its first attempt.
    await expect(
      redeliver(app.needs, { ...app.of, id }, { expiresAt: Infinity }),
    ).resolves.toMatchObject({ id, status: 'pending', attempts: 0 });
    expect(app.added).toEqual([id, id]);
  });

  test('is sent again when it is idempotent, until the last attempt', async () => {
    const { url, received } = await start((request) => void request.socket.destroy());
    const app = await registerApp(testing, url);
    const { id, read } = await requestAction(app, { idempotent: true });
    await app.attempt(id);
    expect(await read()).toMatchObject({ status: 'pending' });
    await app.attempt(id, { isLast: true });
    expect(received).toHaveLength(2);
    expect(await read()).toMatchObject({ status: 'failed' });
  });

  test('that an app never answers holds up no other app', async () => {
    const hanging = await start(() => undefined);
    const healthy = await start();
    const app = await registerApp(testing, hanging.url);
    const other = await registerApp(testing, healthy.url);
    const requests = await Promise.all(Array.from({ length: 8 }, () => requestAction(app)));
    const attempts = requests.map(({ id }) => app.attempt(id));
    await other.attempt(await other.happen());
    expect(healthy.received).toHaveLength(1);
    await waitFor(() => hanging.received.length === requests.length);
    closeServers();
    await Promise.all(attempts);
    for (const { read } of requests) expect(await read()).toMatchObject({ status: 'failed' });
  });
});
