import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createResolvers } from '@trellis/connector-sdk';
import { onlyDate } from '@trellis/testing';
import { subjectOf } from '../../log-subject.js';
import { startAppServer, type AppServer } from '../../testing/app-server.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { newSecret, registerApp, verify } from '../../testing/webhook.js';
import { deliver } from './deliver.js';

const thing = randomUUID();

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const servers: AppServer[] = [];
afterEach(() => {
  jest.useRealTimers();
  servers.splice(0).forEach((server) => server.close());
});

async function start(...respond: Parameters<typeof startAppServer>): Promise<AppServer> {
  const server = await startAppServer(...respond);
  servers.push(server);
  return server;
}

describe('a message', () => {
  test('is signed as in Standard Webhooks, and recorded as delivered', async () => {
    const { url, received } = await start();
    const { happen, attempt, secret, list } = await registerApp(testing, url);
    const id = await happen({ thing_id: thing });
    await attempt(id);
    expect(verify(secret, received[0]!)).toMatchObject({
      type: 'thing_created',
      timestamp: expect.any(String),
      data: { thing_id: thing },
    });
    expect(received[0]!.headers['webhook-id']).toBe(id);
    expect(await list()).toMatchObject([
      { id, status: 'delivered', attempts: 1, response_status: 200, type: 'thing_created' },
    ]);
  });

  test('that is not accepted is sent again under the same id', async () => {
    const statuses = [500, 503, 200];
    const { url, received } = await start((_request, response) => {
      response.writeHead(statuses.shift()!).end();
    });
    const { happen, attempt, list } = await registerApp(testing, url);
    const id = await happen();
    await attempt(id);
    expect(await list()).toMatchObject([{ status: 'pending', attempts: 1, response_status: 500 }]);
    await attempt(id);
    await attempt(id);
    await attempt(id);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id, id]);
    expect(await list()).toMatchObject([{ status: 'delivered', attempts: 3 }]);
  });

  test('is signed with both secrets during a rotation', async () => {
    const { url, received } = await start();
    const { put, seal, happen, attempt, secret } = await registerApp(testing, url);
    const next = newSecret();
    const sealed = seal(next);
    expect(await put({ secret: sealed })).toMatchObject({ secretStored: false });
    expect(await put({ secret: sealed, rotate: true })).toMatchObject({ secretStored: true });
    await attempt(await happen());
    expect(() => verify(secret, received[0]!)).not.toThrow();
    expect(() => verify(next, received[0]!)).not.toThrow();
    expect(() => verify(newSecret(), received[0]!)).toThrow();
  });

  test('is signed with the previous secret for a day after the rotation, and no longer', async () => {
    const { url, received } = await start();
    const { put, seal, happen, attempt, secret } = await registerApp(testing, url);
    jest.useFakeTimers({ ...onlyDate, now: Date.parse('2030-01-01T12:00:00.000Z') });
    const next = newSecret();
    await put({ secret: seal(next), rotate: true });
    jest.setSystemTime(Date.parse('2030-01-02T11:59:59.999Z'));
    await attempt(await happen());
    expect(() => verify(secret, received[0]!)).not.toThrow();
    expect(() => verify(next, received[0]!)).not.toThrow();
    jest.setSystemTime(Date.parse('2030-01-02T12:00:00.000Z'));
    await attempt(await happen());
    expect(() => verify(secret, received[1]!)).toThrow();
    expect(() => verify(next, received[1]!)).not.toThrow();
  });

  test('is not signed with a secret that was moved from another app', async () => {
    const { url, received } = await start();
    const [one, other] = [await registerApp(testing, url), await registerApp(testing, url)];
    const { database } = testing;
    const { secret } = await database.webhook.findFirstOrThrow({ where: one.of });
    await database.webhook.updateMany({ where: other.of, data: { secret } });
    await other.attempt(await other.happen());
    expect(received).toEqual([]);
  });

  test('is not sent to where the app redirects', async () => {
    const target = await start();
    const { url } = await start((_request, response) => {
      response.writeHead(307, { location: target.url }).end();
    });
    const { happen, attempt, list } = await registerApp(testing, url);
    await attempt(await happen());
    expect(target.received).toEqual([]);
    expect(await list()).toMatchObject([{ status: 'pending', response_status: 307 }]);
  });

  test('that fails tells the log whose app it is for', async () => {
    const { url } = await start((_request, response) => void response.writeHead(500).end());
    const { happen, needs, of } = await registerApp(testing, url);
    const delivery = await happen();
    const failing = deliver(needs, { delivery }, { number: 1, isLast: false });
    const error: unknown = await failing.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(subjectOf(error)).toEqual({ developer: of.developer });
  });

  test('is not sent where the egress policy does not allow it any more', async () => {
    const { url, received } = await start();
    const { happen, attempt, list } = await registerApp(testing, url, {
      resolverOf: createResolvers({ allowPrivate: false }),
    });
    await attempt(await happen());
    expect(received).toEqual([]);
    expect(await list()).toMatchObject([{ status: 'pending', error: expect.any(String) }]);
  });
});
