import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  newAccount,
  startOtlpReceiver,
  startRedis,
  startStack,
  waitFor,
  type Account,
  type OtlpReceiver,
  type Stack,
  type TestRedis,
} from '@trellis/testing';
import { authorizeByCode } from './secrets/device-code.js';
import { dumpDatabases, observeRedis } from './secrets/observe.js';
import { startPeers, type Peers } from './secrets/peers.js';

const canary = (what: string) => `canary-${what}-${randomUUID()}`;

/** Secrets that only their owner may see. */
const secrets = {
  instanceConfiguration: canary('application-key'),
  typeHeader: canary('type-header'),
  typeCredentials: canary('type-credentials'),
  oauthClientSecret: canary('client-secret'),
  deviceCredentials: canary('device-token'),
  vendorAccessToken: canary('access-token'),
  vendorRefreshToken: canary('refresh-token'),
  deviceCode: canary('device-code'),
  actionOfDevice: canary('lock-code'),
  actionOfApp: canary('box-code'),
  refusedConfiguration: canary('refused'),
  brokenBody: canary('broken'),
  forgedToken: canary('forged'),
  tokenInQuery: canary('query'),
  wrongSecret: canary('wrong'),
  idempotencyKey: canary('key'),
};

/** A text that is no secret, and must be found in storage and on its way there. */
const visible = canary('name');

(process.env.TEST_REDIS_URL ? describe : describe.skip)('a secret', () => {
  let redis: TestRedis;
  let traffic: Awaited<ReturnType<typeof observeRedis>>;
  let stack: Stack;
  let peers: Peers;
  let traces: OtlpReceiver;
  let account: Account;
  /** All answers of the gateway but those that tell a secret to its owner. */
  const answers: string[] = [];
  /** Secrets that are made while the product runs. */
  const made: Record<string, string> = {};
  const dumps: string[] = [];

  beforeAll(async () => {
    redis = (await startRedis())!;
    traffic = await observeRedis(redis.url);
    traces = await startOtlpReceiver();
    stack = await startStack({
      environment: {
        REDIS_URL: redis.url,
        LOG_LEVEL: 'trace',
        OTEL_EXPORTER_OTLP_ENDPOINT: traces.address,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_BSP_SCHEDULE_DELAY: '100',
      },
    });
    peers = await startPeers({
      tokens: {
        access_token: secrets.vendorAccessToken,
        refresh_token: secrets.vendorRefreshToken,
        token_type: 'Bearer',
        expires_in: 3_600,
      },
      codes: {
        device_code: secrets.deviceCode,
        user_code: 'WDJB-MJHT',
        verification_uri: 'https://vendor.example/code',
        expires_in: 600,
        interval: 1,
      },
    });
    account = newAccount(stack);
    await useSecrets();
  }, 240_000);
  afterAll(async () => {
    peers.stop();
    traffic.close();
    await stack.stop();
    stack.clear();
    await redis.stop();
    await traces.close();
  });

  const request: Account['request'] = async (method, path, options) => {
    const answer = await account.request(method, path, options);
    answers.push(JSON.stringify([answer.body, [...answer.headers]]));
    return answer;
  };
  const create = async (path: string, body: unknown, subject?: string) => {
    const answer = await request('POST', path, { body, ...(subject && { subject }) });
    expect(answer.status).toBeLessThan(400);
    return answer;
  };

  /** Brings every secret into the product, on every way on which one may leave it again. */
  async function useSecrets(): Promise<void> {
    Object.assign(made, readSecrets(), { accessToken: account.token.split('.')[2]! });
    await create('/units', { name: visible, type: 'room' });
    await refusals();
    await issueToken();
    await authorizeClient();
    const clientSecret = secrets.oauthClientSecret;
    const codeEnds = await authorizeByCode({ account, request, peers, clientSecret });
    await actOnDevice();
    await codeEnds();
    await actOnApp();
    await readEverything();
    dumps.push(await dumpDatabases(stack));
  }

  /** The secrets of the installation itself. */
  function readSecrets(): Record<string, string> {
    const file = readFileSync(join(stack.dataDirectory, 'secrets.json'), 'utf8');
    const { secretsKeys, databasePassword, demoApp } = JSON.parse(file) as {
      secretsKeys: string;
      databasePassword: string;
      demoApp: { client_secret: string };
    };
    const [, key = ''] = secretsKeys.split(':');
    return {
      jwtSecret: stack.jwtSecret,
      secretsKey: key,
      databasePassword,
      appSecret: demoApp.client_secret,
    };
  }

  async function refusals(): Promise<void> {
    const configuration = { url: 'x', security: secrets.refusedConfiguration };
    const refused = await request('POST', '/connectors/clients', {
      subject: 'alice',
      body: { connector_type_id: 'wot', configuration },
    });
    expect(refused.status).toBe(400);
    await request('POST', '/units', { body: `{"name": ${secrets.brokenBody}` });
    await request('GET', `/units?access_token=${secrets.tokenInQuery}`);
    await request('GET', '/units', { headers: { authorization: `Bearer ${secrets.forgedToken}` } });
    await request('POST', '/units', {
      body: { name: 'Hall', type: 'room' },
      headers: { 'idempotency-key': secrets.idempotencyKey },
    });
  }

  async function issueToken(): Promise<void> {
    const ask = (client_secret: string) =>
      fetch(`${stack.address}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'demo',
          client_secret,
        }),
      });
    const refused = await ask(secrets.wrongSecret);
    expect(refused.status).toBe(401);
    answers.push(await refused.text());
    const granted = (await (await ask(made.appSecret!)).json()) as { access_token: string };
    made.issuedToken = granted.access_token.split('.')[2]!;
  }

  /** A vendor whose consent is given, and that answers errors from then on. */
  async function authorizeClient(): Promise<void> {
    await create('/connectors/instances', {
      connector_type_id: 'netatmo',
      configuration: {
        client_id: 'app',
        client_secret: secrets.oauthClientSecret,
        origin_callback_uri: `${peers.address}/connected`,
        issuer: peers.address,
        authorization_endpoint: `${peers.address}/authorize`,
        token_endpoint: `${peers.address}/token`,
        api_url: `${peers.address}/api`,
      },
    });
    const body = { connector_type_id: 'netatmo', configuration: { interval_ms: 1_000 } };
    const created = await create('/connectors/clients', body, 'alice');
    const begun = await request('GET', created.headers.get('location')!);
    const { searchParams } = new URL(begun.headers.get('location')!);
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!;
    const answer = new URLSearchParams({
      state: searchParams.get('state')!,
      code: 'code',
      iss: peers.address,
    });
    const returned = await request(
      'GET',
      `${stack.address}/api/v1/connectors/authorized?${answer.toString()}`,
      { headers: { cookie } },
    );
    expect(returned.headers.get('location')).toContain('status=authorized');
    const client = `/connectors/clients/${created.body.client_id}`;
    await waitFor(async () => (await request('GET', client)).body.status === 'ERROR');
    expect(peers.requested('/token')).toBe(1);
  }

  /** A device that needs a token, and the code of a lock. */
  async function actOnDevice(): Promise<void> {
    await create('/connectors/instances', {
      connector_type_id: 'simulator',
      configuration: { application_key: secrets.instanceConfiguration },
    });
    await create('/connectors/instances', { connector_type_id: 'wot', configuration: {} });
    await describeType();
    const configuration = {
      url: `${peers.address}/device`,
      interval_ms: 1_000,
      security: { scheme: 'bearer', token: secrets.deviceCredentials },
    };
    await create('/connectors/clients', { connector_type_id: 'wot', configuration }, 'bob');
    const things = async () => (await request('GET', '/things', { subject: 'bob' })).body;
    const [lock] = await waitFor(async () => {
      const found = (await things()) as { href: string }[];
      return found.length > 0 && found;
    });
    const started = await act(lock!.href, secrets.actionOfDevice);
    await waitFor(() => peers.requested('/device/open') > 0, { what: 'the action at the device' });
    dumps.push(await dumpDatabases(stack));
    peers.release();
    await ended(started);
  }

  /** A type of the account whose description has secrets of the app. */
  async function describeType(): Promise<void> {
    const connector_type_id = 'x-private';
    await create('/connectors/types', {
      type_id: connector_type_id,
      name: 'Private',
      configuration: {
        base_url: peers.address,
        authentication: { scheme: 'bearer', token: secrets.typeCredentials },
        requests: { all: { path: '/types', headers: { 'X-App-Key': secrets.typeHeader } } },
        devices: [{ request: 'all', id: 'one' }],
        secrets: ['X-App-Key'],
      },
    });
    await create('/connectors/instances', { connector_type_id, configuration: {} });
    await create('/connectors/clients', { connector_type_id, configuration: {} }, 'carol');
    await waitFor(() => peers.requested('/types') > 0, { what: 'a poll of the described API' });
    for (const path of ['', '/versions'])
      await request('GET', `/connectors/types/x-private${path}`);
    await request('GET', '/connectors/descriptions');
  }

  /** The letter box of an app, which refuses what it is asked. */
  async function actOnApp(): Promise<void> {
    const { body } = await account.request('PUT', '/callback', {
      body: { url: `${peers.address}/app` },
    });
    made.callbackSecret = String(body.secret).replace('whsec_', '');
    const box = await create('/things', {
      title: 'Letter box',
      actions: { open: { input: { type: 'string' } } },
    });
    await ended(await act(box.headers.get('location')!, secrets.actionOfApp));
    expect(peers.requested('/app')).toBeGreaterThan(0);
  }

  /** Invokes an action; returns the address of its outcome. */
  async function act(thing: string, input: string): Promise<string> {
    const { headers } = await waitFor(async () => {
      const answer = await request('POST', `${thing}/actions/open`, {
        body: JSON.stringify(input),
        headers: { prefer: 'respond-async' },
      });
      // 503 at first: the thing has only just been found.
      return answer.status === 202 && answer;
    });
    return headers.get('location')!;
  }

  const ended = (interaction: string) =>
    waitFor(async () => (await request('GET', interaction)).body.status === 'failed');

  /** Reads everything except the messages of an app, which contain its input. */
  async function readEverything(): Promise<void> {
    const lists = [
      '/units',
      '/things',
      '/subjects',
      '/connectors/clients',
      '/connectors/instances',
    ];
    for (const path of lists) {
      const { body } = await request('GET', path);
      for (const { href } of body as { href: string }[]) await request('GET', href);
    }
    for (const path of ['/callback', '/callback/deliveries', '/audit']) await request('GET', path);
  }

  const all = () => Object.entries({ ...secrets, ...made });
  const namesIn = (text: string) =>
    all()
      .filter(([, secret]) => text.includes(secret))
      .map(([name]) => name);

  test('is planted, each of them, and what is no secret is found', () => {
    expect(all().filter(([, secret]) => secret.length < 16)).toEqual([]);
    expect(all()).toHaveLength(23);
    expect(dumps).toHaveLength(2);
    for (const text of [...dumps, traffic.commands()]) expect(text).toContain(visible);
    expect(stack.output()).toContain('request completed');
    expect(stack.output()).toMatch(/connector-runtime/);
    expect(answers.length).toBeGreaterThan(20);
  });

  test('is in no log', () => {
    // `npm start` tells whoever started it how to sign in and to get a token as the demo app.
    const log = stack.output().replace(/^ +(TOKEN=|echo |\S+\/console#).*$/gm, '');
    expect(namesIn(log)).toEqual([]);
    // Nor is a name: logs say what happened, not to whom.
    expect(log).not.toContain(visible);
  });

  test('is in no trace', async () => {
    await traces.find(({ name }) => name === 'process interactions', 'the spans of an action');
    await traces.find(({ name }) => name === 'fetch netatmo', 'the spans of a poll');
    expect(namesIn(traces.received())).toEqual([]);
    expect(traces.received()).not.toContain(visible);
  });

  test('is never sent to Redis in the open', () => {
    expect(namesIn(traffic.commands())).toEqual([]);
  });

  test('is in no table in the open, neither while it is used nor afterwards', () => {
    expect(dumps.map(namesIn)).toEqual([[], []]);
  });

  test('is in no answer but the one that tells its owner', () => {
    expect(answers.filter((answer) => namesIn(answer).length > 0)).toEqual([]);
  });
});
