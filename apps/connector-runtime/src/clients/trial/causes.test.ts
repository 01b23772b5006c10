import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createResolvers } from '@trellis/connector-sdk';
import { connectors } from '@trellis/connectors';
import { rowOf, type Cause, type ConnectorTrial } from '@trellis/contracts';
import { startMosquitto, type MosquittoOptions } from '@trellis/testing';
import { v7 as newId } from 'uuid';
import {
  answers,
  certificate,
  closedPort,
  closePeers,
  servesBytes,
  servesHttp,
  servesTls,
} from '../../testing/broken-peers.js';
import { testDatabase, type TestDatabase } from '../../testing/database.js';
import { sessionNeeds } from '../../testing/session.js';
import { createTrialSlots, runTrial } from './run.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  closePeers();
  for (const stop of stops.splice(0)) await stop();
});

interface Configurations {
  type: string;
  instance: object;
  client: object;
}

/** Polls once, with a shipped connector and these configurations. */
async function tryOut({ type, instance, client }: Configurations): Promise<ConnectorTrial> {
  const needs = {
    ...sessionNeeds(database, connectors),
    trialSlots: createTrialSlots(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    resolverOf: createResolvers({ allowPrivate: false, networks: [{ cidr: '127.0.0.0/8' }] }),
  };
  const id = newId();
  const seal = (purpose: 'instances.configuration' | 'clients.configuration', given: object) =>
    needs.sealing.seal({ purpose, developer: 'acme', id }, given);
  const input = {
    caller: { developer: 'acme' },
    id,
    connector_type_id: type,
    instance_configuration: seal('instances.configuration', instance),
    client_configuration: seal('clients.configuration', client),
  };
  return runTrial(needs, input, { expiresAt: Date.now() + 60_000 });
}

/** An API with one device, described for `http-json`. */
const api = (base_url: string, instance: object = {}, path = '/lamp'): Configurations => ({
  type: 'http-json',
  instance: {
    base_url,
    requests: { lamp: { path } },
    devices: [
      {
        request: 'lamp',
        entities: '$.lamps[*]',
        id: '$.id',
        properties: [{ capability: 'power', value: '$.watts' }],
      },
    ],
    ...instance,
  },
  client: {},
});

const broker = (broker_url: string, client: object = {}): Configurations => ({
  type: 'mqtt-discovery',
  instance: {},
  client: { broker_url, ...client },
});

async function mosquitto(options: MosquittoOptions): Promise<string> {
  const running = await startMosquitto(options);
  if (!running) throw new Error('Mosquitto is not installed.');
  stops.push(() => running.stop());
  return running.url;
}

/** Issues tokens that its API then refuses. */
const refusesTokens = (status: number) =>
  servesHttp((request, response) => {
    const isToken = request.url === '/token';
    const token = { access_token: 'one', token_type: 'bearer', expires_in: 3600 };
    response.writeHead(isToken ? 200 : status).end(JSON.stringify(isToken ? token : {}));
  });

const withTokens = (base: string) =>
  api(base, {
    authentication: {
      scheme: 'oauth2',
      grant: 'client_credentials',
      token_endpoint: `${base}/token`,
      client_id: 'app',
      client_secret: 'hunter2',
    },
  });

const yesterday = new Date(Date.now() - 864e5);

type Broken = Configurations & { address: string; facts?: object };

/** A client with the address that its error names. */
const failing = (configurations: Configurations, address: string, facts?: object): Broken => ({
  ...configurations,
  address,
  ...(facts && { facts }),
});

async function http(serving: Promise<string>, facts?: object): Promise<Broken> {
  const base = await serving;
  return failing(api(base, {}, '/lamp?key=hunter2'), `${base}/lamp`, facts);
}

const faults: [string, Cause, string | undefined, () => Promise<Broken> | Broken][] = [
  [
    'a closed port',
    'connection_refused',
    'retry',
    async () => http(closedPort().then((port) => `http://localhost:${port}`)),
  ],
  [
    'a wrong name',
    'name_not_found',
    'fix-configuration',
    () => http(Promise.resolve('http://no-such-host.invalid')),
  ],
  [
    'a private address',
    'address_not_allowed',
    'fix-configuration',
    () => http(Promise.resolve('http://10.1.2.3')),
  ],
  [
    'an expired certificate',
    'tls_expired',
    'fix-configuration',
    async () => {
      const shown = await certificate({ until: yesterday });
      const base = await servesTls(shown);
      return failing(api(base, { ca: shown.cert }), `${base}/lamp`, {
        until: expect.stringContaining(yesterday.toISOString().slice(0, 10)),
      });
    },
  ],
  [
    'a certificate of an unknown authority',
    'tls_unknown_authority',
    'fix-configuration',
    async () =>
      http(servesTls(await certificate({ ca: await certificate({ name: 'Authority' }) }))),
  ],
  [
    'a self-signed certificate',
    'tls_self_signed',
    'fix-configuration',
    async () => http(servesTls(await certificate())),
  ],
  [
    'a certificate for another name',
    'tls_other_name',
    'fix-configuration',
    async () => {
      const shown = await certificate({ name: 'other.example' });
      const base = await servesTls(shown);
      return failing(api(base, { ca: shown.cert }), `${base}/lamp`, {
        detail: expect.stringContaining('is for other.example'),
      });
    },
  ],
  [
    'HTTPS to a port without TLS',
    'tls_protocol',
    'fix-configuration',
    () => http(answers(200).then((url) => url.replace('http', 'https'))),
  ],
  [
    'HTTP to a port with TLS',
    'connection_lost',
    'retry',
    async () => http(servesTls(await certificate()).then((url) => url.replace('https', 'http'))),
  ],
  [
    'a wrong password',
    'credentials_refused',
    'fix-configuration',
    () => http(answers(401), { status: 401 }),
  ],
  [
    '403 on its only path',
    'forbidden',
    'fix-configuration',
    () => http(answers(403), { status: 403 }),
  ],
  [
    '401 for a token that was just renewed',
    'token_refused',
    'fix-configuration',
    async () => {
      const base = await refusesTokens(401);
      return failing(withTokens(base), `${base}/lamp`, { status: 401 });
    },
  ],
  [
    '403 for a token that was just renewed',
    'forbidden_after_refresh',
    'fix-configuration',
    async () => {
      const base = await refusesTokens(403);
      return failing(withTokens(base), `${base}/lamp`, { status: 403 });
    },
  ],
  ['404', 'not_found', 'fix-configuration', () => http(answers(404), { status: 404 })],
  [
    '400 for a wrong parameter',
    'bad_request',
    'fix-configuration',
    () => http(answers(400), { status: 400 }),
  ],
  [
    '429 with a time',
    'rate_limited',
    'wait',
    () =>
      http(answers(429, '', { 'retry-after': '3600' }), {
        status: 429,
        retry_at: expect.any(String),
      }),
  ],
  ['500', 'server_error', 'retry', () => http(answers(500), { status: 500 })],
  [
    'a redirect',
    'redirect',
    'fix-configuration',
    () => http(answers(301, '', { location: '/new' }), { status: 301 }),
  ],
  [
    'HTML in place of JSON',
    'not_json',
    'fix-configuration',
    () => http(answers(200, '<html>', { 'content-type': 'text/html' })),
  ],
  [
    'JSON of another form',
    'unexpected_form',
    'fix-configuration',
    () => http(answers(200, '{"data": []}'), { path: '$.lamps[*]' }),
  ],
  [
    'an answer of 10 MB',
    'answer_too_large',
    'fix-configuration',
    () => http(answers(200, ' '.repeat(10_000_000))),
  ],
  ['headers that never come', 'answer_timeout', 'retry', () => http(servesHttp(() => undefined))],
  [
    'a body that never ends',
    'answer_timeout',
    'retry',
    () => http(servesHttp((_request, response) => void response.writeHead(200).write('{'))),
  ],
  [
    'a connection that breaks in the middle',
    'connection_lost',
    'retry',
    () =>
      http(
        servesBytes((socket) =>
          socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"half'),
        ).then((port) => `http://localhost:${port}`),
      ),
  ],
  [
    'a broker that refuses the password',
    'credentials_refused',
    'fix-configuration',
    async () => {
      const url = await mosquitto({ users: { trellis: 'right' } });
      return failing(broker(url, { username: 'trellis', password: 'hunter2' }), url);
    },
  ],
  [
    'something else than a broker',
    'other_protocol',
    'fix-configuration',
    async () => {
      const url = `mqtt://localhost:${await servesBytes((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))}`;
      return failing(broker(url), url);
    },
  ],
  [
    'a broker that is not there',
    'connection_refused',
    'retry',
    async () => {
      const url = `mqtt://localhost:${await closedPort()}`;
      return failing(broker(url), url);
    },
  ],
];

test.each(faults)(
  '%s is told apart: %s, %s',
  async (_what, cause, remedy, breakIt) => {
    const { address, facts, ...configurations } = await breakIt();
    const trial = await tryOut(configurations);
    const { advice, code } = rowOf(cause);
    expect(trial.error).toMatchObject({ code, cause, address, advice, ...facts });
    expect(trial.error?.remedy).toBe(remedy);
    expect(JSON.stringify(trial)).not.toContain('hunter2');
  },
  60_000,
);

test('a broker whose access control list hides everything is said to show nothing', async () => {
  const acl = ['user trellis', 'topic write nothing/#'];
  const url = await mosquitto({ users: { trellis: 'right' }, acl });
  const trial = await tryOut(broker(url, { username: 'trellis', password: 'right' }));
  expect(trial).toMatchObject({
    status: 'STARTED',
    warnings: [
      {
        code: 'no_devices',
        cause: 'nothing_found',
        detail: expect.stringContaining('access control'),
      },
    ],
  });
}, 60_000);

test('one request of several that is refused is a warning with its address, and the others are read', async () => {
  const base = await servesHttp((request, response) => {
    const isRefused = request.url === '/cellar';
    const body = isRefused ? '' : '{"lamps": [{"id": 1, "watts": 40}]}';
    response.writeHead(isRefused ? 403 : 200).end(body);
  });
  const mapping = {
    entities: '$.lamps[*]',
    id: '$.id',
    properties: [{ capability: 'power', value: '$.watts' }],
  };
  const trial = await tryOut(
    api(base, {
      requests: { lamp: { path: '/lamp' }, cellar: { path: '/cellar' } },
      devices: [
        { request: 'lamp', ...mapping },
        { request: 'cellar', ...mapping },
        { request: 'cellar', ...mapping, adds_only: true },
      ],
    }),
  );
  expect(trial).toMatchObject({
    status: 'STARTED',
    found: 1,
    complete: false,
    warnings: [{ cause: 'forbidden', status: 403, address: `${base}/cellar` }],
  });
});

test('of two cars one sleeps: the other has its values, and a warning names the request', async () => {
  const base = await servesHttp((request, response) => {
    const isAsleep = request.url === '/cars/2';
    const cars = [{ id: 1 }, { id: 2 }];
    const body = request.url === '/cars' ? { cars } : { car: { id: 1, battery: 71 } };
    response.writeHead(isAsleep ? 408 : 200).end(JSON.stringify(body));
  });
  const trial = await tryOut(
    api(base, {
      requests: {
        list: { path: '/cars' },
        data: {
          path: '/cars/{car}',
          each: { request: 'list', items: '$.cars[*]', variables: { car: '$.id' } },
        },
      },
      devices: [
        { request: 'list', entities: '$.cars[*]', id: '$.id', properties: [] },
        {
          request: 'data',
          adds_only: true,
          entities: '$.car',
          id: '$.id',
          properties: [{ capability: 'battery', value: '$.battery' }],
        },
      ],
    }),
  );
  expect(trial).toMatchObject({
    status: 'STARTED',
    devices: [{ connector_thing_id: '1', values: { battery: 71 } }],
    warnings: [{ cause: 'unexpected_status', status: 408, address: `${base}/cars/2` }],
  });
});

test('a key that the API sends back in a redirect is not shown', async () => {
  const base = await answers(301, '', { location: '/hunter2/lamp' });
  const authentication = { scheme: 'api_key', in: 'query', name: 'key', key: 'hunter2' };
  const trial = await tryOut(api(base, { authentication }));
  expect(trial.error).toMatchObject({ cause: 'redirect', address: `${base}/lamp` });
  expect(JSON.stringify(trial)).not.toContain('hunter2');
});

test('the token of a login is not shown, whatever its name is', async () => {
  const base = await servesHttp((request, response) => {
    const isLogin = request.url === '/login';
    const body = isLogin ? { door: 'hunter2hunter2' } : { seen: request.headers['x-door'] };
    response.writeHead(200).end(JSON.stringify({ ...body, lamps: [{ id: 1, watts: 40 }] }));
  });
  const authentication = {
    scheme: 'login',
    path: '/login',
    token_at: '$.door',
    send_headers: { 'X-Door': '{token}' },
  };
  const trial = await tryOut(api(base, { authentication }));
  expect(trial).toMatchObject({ status: 'STARTED', found: 1 });
  expect(trial.requests.map(({ address }) => address)).toContain(`${base}/login`);
  expect(JSON.stringify(trial)).not.toContain('hunter2');
});
