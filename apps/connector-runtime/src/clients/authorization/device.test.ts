import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startHttpServer, type HttpServer } from '@trellis/testing';
import { openGrant } from '../../oauth/grant.js';
import { insertClient } from '../../testing/clients.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { silentLog } from '../../testing/log.js';
import { oauth2Connector } from '../../testing/oauth2-connector.js';
import { recordingScheduler } from '../../testing/queues.js';
import { sessionNeeds } from '../../testing/session.js';
import { createTicket, redeemTicket } from './begin.js';
import { cancelDevice, readDevice } from './device.js';
import { requestDeviceTokens } from './device-requests.js';

const context = { expiresAt: Infinity };
const browser = 'b'.repeat(64);
const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 599 };

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** The answers of the token endpoint, each with 200 unless it is an error; the last one is repeated. */
let answers: object[];
let codes: { status: number; body: Record<string, unknown> };
let vendor: HttpServer;
beforeEach(async () => {
  answers = [{ error: 'authorization_pending' }];
  codes = {
    status: 200,
    body: {
      device_code: 'the device code',
      user_code: '7BQ5ZQ',
      verification_uri: 'https://vendor.example/device',
      verification_uri_complete: 'https://vendor.example/device?user_code=7BQ5ZQ',
      expires_in: 300,
      interval: 5,
    },
  };
  vendor = await startHttpServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url === '/device') {
      response.writeHead(codes.status).end(JSON.stringify(codes.body));
    } else if (url === '/token') {
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      response.writeHead('error' in answer ? 400 : 200).end(JSON.stringify(answer));
    } else response.end('{"body":{"user":{"mail":"alice@vendor.example"}}}');
  });
});
afterEach(async () => {
  await vendor.close();
  await testing.database.authorization.deleteMany();
});

async function newClient({ returnTo }: { returnTo?: string } = {}) {
  const needs = {
    ...sessionNeeds(testing, [oauth2Connector]),
    polls: recordingScheduler<{ client: string }>(),
    log: silentLog,
  };
  const { address } = vendor;
  const client = await insertClient(needs, 'test', {
    instance: {
      client_id: 'app',
      client_secret: 'secret',
      issuer: address,
      token_endpoint: `${address}/token`,
      device_authorization_endpoint: `${address}/device`,
    },
  });
  const begin = async () => {
    const ticket = createTicket(needs, client.id, returnTo);
    return redeemTicket(needs, { ticket, redirect_uri: 'http://x/', browser }, context);
  };
  const { state, location } = await begin();
  const of = { state, browser };
  const row = () => testing.database.client.findUniqueOrThrow({ where: { id: client.id } });
  return {
    needs,
    client,
    begin,
    location,
    state,
    read: (given: { state: string; browser?: string } = of) => readDevice(needs, given, context),
    cancel: () => cancelDevice(needs, of, context),
    authorization: () => testing.database.authorization.findFirstOrThrow(),
    /** Lets the time until the next token request pass, and sends it. */
    async next() {
      await testing.database.authorization.updateMany({
        where: { nextRequest: { not: null } },
        data: { nextRequest: new Date() },
      });
      await requestDeviceTokens(needs);
    },
    row,
    grant: async () => openGrant(needs.sealing, client, (await row()).tokens!),
  };
}

const tokenRequests = () => vendor.requests.filter(({ url }) => url === '/token');

describe('a device authorization', () => {
  test('shows the code to the browser that began it, and to no other', async () => {
    const { read, state, location } = await newClient();
    expect(location).toBeUndefined();
    const shown = await read();
    expect(shown.codes).toEqual({
      user_code: '7BQ5ZQ',
      verification_uri: 'https://vendor.example/device',
      verification_uri_complete: 'https://vendor.example/device?user_code=7BQ5ZQ',
    });
    expect(Date.parse(shown.expires) - Date.now()).toBeLessThanOrEqual(300_000);
    const expired = { code: 'authorization_expired' };
    await expect(read({ state })).rejects.toMatchObject(expired);
    await expect(read({ state, browser: 'c'.repeat(64) })).rejects.toMatchObject(expired);
    const body = new URLSearchParams(vendor.requests[0]!.body);
    expect(Object.fromEntries(body)).toMatchObject({ scope: 'read_station' });
  });

  test('ends with tokens after the end user has entered the code (vendor-15)', async () => {
    answers = [
      { error: 'authorization_pending' },
      { error: 'authorization_pending' },
      { error: 'slow_down' },
      { ...tokens, scope: 'offline_access' },
    ];
    const device = await newClient({ returnTo: 'https://app.example/back?x=1' });
    await requestDeviceTokens(device.needs);
    expect(tokenRequests()).toEqual([]);
    await device.next();
    await device.next();
    expect(await device.authorization()).toMatchObject({ intervalMs: 5_000 });
    await device.next();
    const { intervalMs, nextRequest } = await device.authorization();
    expect(intervalMs).toBe(10_000);
    expect(nextRequest!.getTime() - Date.now()).toBeGreaterThan(5_000);
    expect((await device.row()).tokens).toBeNull();
    await device.next();
    expect(await device.grant()).toEqual({ access_token: 'a', refresh_token: 'r' });
    expect(device.needs.polls.ranNow).toEqual([device.client.id]);
    const { id } = device.client;
    const location = `https://app.example/back?x=1&client_id=${id}&status=authorized`;
    expect((await device.read()).ended).toEqual({ location });
    await device.next();
    expect(tokenRequests()).toHaveLength(4);
    expect(Object.fromEntries(new URLSearchParams(tokenRequests()[0]!.body))).toMatchObject({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: 'the device code',
    });
  });

  test('needs no address of the app', async () => {
    answers = [tokens];
    const { next, read } = await newClient();
    await next();
    expect((await read()).ended).toEqual({});
  });

  test.each(['access_denied', 'expired_token', 'invalid_grant'])('ends with %s', async (error) => {
    answers = [{ error }];
    const { next, read, row } = await newClient();
    await next();
    expect((await read()).ended).toEqual({ error });
    expect((await row()).tokens).toBeNull();
  });

  test('goes on, less often, while the vendor does not answer', async () => {
    const { next, authorization, read } = await newClient();
    await vendor.close();
    await next();
    expect(await authorization()).toMatchObject({ intervalMs: 10_000, outcome: null });
    expect((await read()).codes).toBeDefined();
    vendor = await startHttpServer((_request, response) => response.end());
  });

  test('is claimed by one process at a time, and by another one if that crashes', async () => {
    const { needs, next, authorization } = await newClient();
    await testing.database.authorization.updateMany({ data: { nextRequest: new Date() } });
    await Promise.all([1, 2, 3].map(() => requestDeviceTokens(needs)));
    expect(tokenRequests()).toHaveLength(1);
    const { nextRequest } = await authorization();
    expect(nextRequest!.getTime()).toBeGreaterThan(Date.now());
    await next();
    expect(tokenRequests()).toHaveLength(2);
  });

  test('ends when it is canceled, or another one begins', async () => {
    const { cancel, read, begin, next, client } = await newClient({
      returnTo: 'https://app.example/',
    });
    expect(await cancel()).toEqual({
      location: `https://app.example/?client_id=${client.id}&error=access_denied`,
    });
    await expect(read()).rejects.toMatchObject({ code: 'authorization_expired' });
    await next();
    expect(tokenRequests()).toEqual([]);
    await begin();
    await begin();
    expect(await testing.database.authorization.count()).toBe(1);
  });

  test('sends nothing after it has expired', async () => {
    codes.body.expires_in = 0.001;
    const { next } = await newClient();
    await next();
    expect(tokenRequests()).toEqual([]);
  });
});

describe('a vendor without usable codes', () => {
  test.each<[string, number, object]>([
    ['an error', 400, { error: 'unauthorized_client' }],
    ['an address of another kind', 200, { verification_uri: 'javascript:alert(1)' }],
    ['no code', 200, { user_code: undefined }],
  ])('(%s) leads back to the app', async (_what, status, changed) => {
    codes = { status, body: { ...codes.body, ...changed } };
    const { location } = await newClient({ returnTo: 'https://app.example/' });
    expect(new URL(location!).searchParams.get('error')).toMatch(/^(unauthorized_client|server_)/);
    expect(await testing.database.authorization.count()).toBe(0);
  });

  test('is a problem where the app has no address', async () => {
    codes.status = 500;
    await expect(newClient()).rejects.toMatchObject({ code: 'remote_misconfigured' });
  });
});
