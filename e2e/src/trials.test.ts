import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newAccount } from '@trellis/testing';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();

/** An API whose answers a test can replace; counts what it is sent. */
let answer: object = {};
let requests = 0;
const api = createServer((_request, response) => {
  requests += 1;
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
let base_url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  base_url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => {
  api.closeAllConnections();
  api.close();
});

const description = () => ({
  base_url,
  parameters: { key: { secret: true } },
  authentication: { scheme: 'bearer', token: '{key}' },
  secrets: ['vehicleRef'],
  requests: {
    list: {
      path: '/list',
      transform: "{ 'rooms': [rooms.{ 'id': name, 'reading': c, 'ref': vehicleRef }] }",
    },
  },
  devices: [
    {
      request: 'list',
      entities: '$.rooms[*]',
      id: '$.id',
      properties: [
        { capability: 'temperature', value: '$.reading' },
        { capability: 'humidity', value: '$.humidity' },
      ],
    },
  ],
});

const rooms = [
  { name: 'Kitchen', c: 20, vehicleRef: 'canary-of-a-ref' },
  { name: 'Attic', c: 15, vehicleRef: { inner: 'canary-within' }, access_token: 'canary-token' },
];

interface Trial {
  status: string;
  devices: { connector_thing_id: string }[];
  requests: unknown[];
  explanation?: {
    answers: { request: string; received?: { body: string }; transformed?: { body: string } }[];
    paths: { at: string; found: number; existing?: object }[];
    stopped?: object;
  };
}

/** Tries the description as a new account. */
async function tryOut(given: object): Promise<{ status: number; body: Trial }> {
  const { request } = newAccount(stack());
  const body = {
    connector_type_id: 'http-json',
    instance_configuration: description(),
    client_configuration: {},
    ...given,
  };
  const tried = await request('POST', '/connectors/try', { body });
  return { status: tried.status, body: tried.body as Trial };
}

test('a trial explains what each part of a description finds, and where it stopped', async () => {
  answer = { rooms };
  const { body } = await tryOut({
    client_configuration: { parameters: { key: 'canary-of-a-key' } },
  });
  expect(body).toMatchObject({
    status: 'STARTED',
    requests: [{ method: 'GET', status: 200 }],
    explanation: {
      answers: [
        {
          request: 'list',
          address: `${base_url}/list`,
          status: 200,
          received: { body: expect.stringContaining('Kitchen') },
          transformed: { body: expect.stringContaining('"reading":20') },
        },
      ],
      stopped: { at: 'devices[0].properties[1].value', why: 'Nothing is found there.' },
      is_cut: false,
    },
  });
  expect(body.explanation!.paths).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ at: 'devices[0].id', found: 2, sample: ['"Kitchen"', '"Attic"'] }),
      expect.objectContaining({
        at: 'devices[0].properties[1].value',
        path: '$.humidity',
        found: 0,
        existing: { path: '$', members: ['id', 'reading', 'ref'] },
      }),
    ]),
  );
  expect(JSON.stringify(body)).not.toMatch(/canary/);
});

test('a description is tried on a pasted answer: nothing is sent, and no secret is shown', async () => {
  requests = 0;
  const { status, body } = await tryOut({ answers: [{ body: { rooms } }] });
  expect(status).toBe(200);
  expect(body.devices.map(({ connector_thing_id: id }) => id)).toEqual(['Kitchen', 'Attic']);
  expect(body.requests).toEqual([]);
  expect(requests).toBe(0);
  expect(body.explanation!.answers[0]!.transformed!.body).toContain('[secret]');
  expect(JSON.stringify(body)).not.toMatch(/canary/);
  expect(await stack().output()).not.toMatch(/canary-of-a-ref/);
});

test('a request without a pasted answer is named', async () => {
  requests = 0;
  const { body } = await tryOut({ answers: [{ request: 'other', body: {} }] });
  expect(body).toMatchObject({
    status: 'ERROR',
    error: { cause: 'not_pasted', remedy: 'fix-configuration' },
    explanation: { stopped: { at: 'requests.list' }, answers: [{ request: 'list' }] },
  });
  expect(requests).toBe(0);
});

test('another connector opens no connection for pasted answers', async () => {
  const { body } = await tryOut({
    connector_type_id: 'mqtt-discovery',
    instance_configuration: {},
    client_configuration: { broker_url: `mqtt://${new URL(base_url).host}` },
    answers: [],
  });
  expect(body).toMatchObject({ status: 'ERROR', error: { cause: 'not_pasted' } });
});

test('an answer that is too much for the service is explained by another process', async () => {
  const many = Array.from({ length: 9_000 }, (_, n) => ({
    name: `Room ${n}`,
    c: n,
    note: 'n'.repeat(40),
  }));
  const { body } = await tryOut({
    instance_configuration: {
      ...description(),
      requests: { list: { path: '/list' } },
      devices: [
        {
          request: 'list',
          entities: '$.rooms[*]',
          id: '$.name',
          properties: [{ capability: 'temperature', value: '$.c' }],
        },
      ],
    },
    answers: [{ body: { rooms: many } }],
  });
  expect(body).toMatchObject({
    found: 9_000,
    explanation: { is_cut: true, answers: [{ received: { bytes: expect.any(Number) } }] },
  });
  expect(Buffer.byteLength(JSON.stringify(body.explanation))).toBeLessThanOrEqual(64 * 1024);
});

test('what is not an answer is refused', async () => {
  expect(await tryOut({ answers: [{ status: 99 }] })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/answers/0/status' }] },
  });
});
