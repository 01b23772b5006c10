import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { greenhouse as greenhouseAlone, startGreenhouse } from '@trellis/connectors/testing';
import { eventually, newAccount, waitFor } from '@trellis/testing';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();
const subject = 'alice';
const greenhouse = { ...greenhouseAlone, secrets: ['vehicleRef', 'X-Request-Id'] };

/** The API of a greenhouse, whose answers a test can replace. */
type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answer: Answer = (_request, response) => void response.destroy();
const api = createServer((request, response) => answer(request, response));
let host = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => {
  api.closeAllConnections();
  api.close();
});

const answerWith =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };

interface Operation {
  id: string;
  kind: string;
  outcome: string;
  code?: string;
  detail?: string;
  count: number;
  runs: { started_by: { type: string; app?: string; request_id?: string }; name?: string }[];
  has_requests: boolean;
}

/** Passes requests on to a greenhouse that works. */
const passOn =
  (greenhouse: { host: string }): Answer =>
  (request, response) => {
    const headers = request.headers as Record<string, string>;
    fetch(`http://${greenhouse.host}${request.url}`, { headers }).then(
      async (given) => answerWith(given.status, await given.text())(request, response),
      () => response.destroy(),
    );
  };

/** An account with a client of a described API. */
async function connect(parameters: { host: string; key: string }) {
  const account = newAccount(stack());
  const { request } = account;
  const type = { connector_type_id: 'http-json' };
  const body = { ...type, configuration: greenhouse };
  expect((await request('POST', '/connectors/instances', { body })).status).toBe(201);
  const configuration = { parameters, interval_ms: 1_000 };
  const made = await request('POST', '/connectors/clients', {
    subject,
    body: { ...type, configuration },
  });
  expect(made.status).toBe(201);
  const client = (made.body as { client_id: string }).client_id;
  const list = async (query = '') =>
    (await request('GET', `/connectors/clients/${client}/activity${query}`)).body as Operation[];
  const find = (query: string) =>
    waitFor(async () => (await list(query))[0], { what: `an operation with ${query}` });
  const read = async ({ id }: Operation) => (await request('GET', `/activity/${id}`)).body;
  return { ...account, client, list, find, read };
}

test('a poll that fails shows what was sent and received, and a success only counts', async () => {
  const real = await startGreenhouse();
  answer = answerWith(200, '<html>Maintenance</html>', { 'content-type': 'text/html' });
  const { request, client, list, find, read } = await connect({ host, key: real.key });
  const failed = await find('?outcome=failed');
  expect(failed).toMatchObject({
    kind: 'poll',
    code: 'unavailable',
    cause: 'not_json',
    advice: expect.stringContaining('JSON was expected'),
    has_requests: true,
    client: { href: expect.stringContaining(client) },
    runs: [{ started_by: { type: 'schedule' }, attempt: 1 }],
  });
  const shown = await read(failed);
  expect(shown).toMatchObject({
    requests: expect.arrayContaining([
      expect.objectContaining({
        protocol: 'http',
        method: 'GET',
        address: expect.stringContaining(host),
        status: 200,
        received: {
          bytes: 24,
          headers: expect.objectContaining({ 'content-type': 'text/html' }),
          body: '<html>Maintenance</html>',
        },
      }),
    ]),
  });
  expect(JSON.stringify(shown)).not.toContain(real.key);
  expect((await request('GET', `/activity?q=${host}&kind=poll`)).body).toMatchObject([
    { id: failed.id },
  ]);
  expect((await request('GET', '/activity?q=not_json')).body).toMatchObject([{ id: failed.id }]);
  expect((await request('GET', '/activity?q=nowhere.example')).body).toEqual([]);
  const others = newAccount(stack());
  expect((await others.request('GET', `/activity/${failed.id}`)).status).toBe(404);
  expect((await others.request('GET', `/connectors/clients/${client}/activity`)).body).toEqual([]);
  expect(
    (await request('GET', `/connectors/clients/${client}/activity`, { subject: 'bob' })).body,
  ).toEqual([]);

  answer = passOn(real);
  const success = await find('?outcome=succeeded&kind=poll');
  expect(success).toMatchObject({ has_requests: false });
  expect(success.runs[0]).toMatchObject({ counts: { found: 3 } });
  await eventually(async () => {
    const [again] = await list('?outcome=succeeded&kind=poll');
    expect(again!.id).toBe(success.id);
    expect(again!.count).toBeGreaterThan(1);
  });
  await real.stop();
});

test('each operation of a client that is debugged is recorded', async () => {
  const real = await startGreenhouse();
  answer = passOn(real);
  const { request, client, list, find } = await connect({ host, key: real.key });
  await find('?outcome=succeeded&kind=poll');
  const path = `/connectors/clients/${client}/debug`;
  const begun = await request('POST', path, { body: { minutes: 5 } });
  expect(begun).toMatchObject({ status: 200, body: { until: expect.any(String) } });
  const shown = await request('GET', `/connectors/clients/${client}`);
  expect(shown.body).toMatchObject({ debug_until: begun.body.until });
  expect((await request('POST', path, { body: { minutes: 31 } })).status).toBe(400);
  await eventually(async () => {
    const recorded = (await list()).filter(({ has_requests }) => has_requests);
    expect(recorded.length).toBeGreaterThan(1);
    expect(recorded.every(({ count }) => count === 1)).toBe(true);
  });
  const ended = await request('POST', path, { body: { minutes: 0 } });
  expect(ended.body).toEqual({ until: null });
  await real.stop();
});

test('pauses, changes, writes and removals are operations of a client, with who asked for them', async () => {
  const real = await startGreenhouse();
  try {
    const { request, client, list, find } = await connect({ host: real.host, key: real.key });
    await find('?outcome=succeeded&kind=poll');
    const things = (await request('GET', '/things', { subject })).body as { id: string }[];
    expect(things.length).toBeGreaterThan(0);
    const path = `/connectors/clients/${client}`;
    const configuration = { interval_ms: 600_000 };
    await request('PATCH', path, { body: { configuration } });
    await waitFor(async () => (await request('POST', `${path}/poll`)).status === 202, {
      what: 'a poll by hand',
      within: 60_000,
    });
    const app = { type: 'app', app: expect.any(String), request_id: expect.any(String) };
    await eventually(async () => {
      const [polls] = await list('?outcome=succeeded&kind=poll');
      expect(polls!.runs[0]).toMatchObject({ started_by: app });
    });
    await request('POST', `${path}/pause`, { body: {} });
    await request('POST', `${path}/resume`);
    await request('DELETE', path);
    await eventually(async () => {
      const kinds = (await list()).map(({ kind }) => kind);
      expect(kinds).toEqual(
        expect.arrayContaining(['poll', 'configuration', 'pause', 'resume', 'removal']),
      );
    });
    for (const kind of ['configuration', 'pause', 'resume', 'removal']) {
      const [found] = await list(`?kind=${kind}`);
      expect(found).toMatchObject({ outcome: 'succeeded', runs: [{ started_by: app }] });
    }
  } finally {
    await real.stop();
  }
});

test('activity is followed live', async () => {
  answer = answerWith(500, '{"message":"Out of order"}');
  const { token, client } = await connect({ host, key: 'a key' });
  const abort = new AbortController();
  const response = await fetch(`${stack().address}/api/v1/activity/stream?client=${client}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (/"outcome":"failed".*\nid: \d+\n/.test(text)) break;
  }
  expect(text).toContain('answers with status 500');
  abort.abort();

  const [, failed, sentAs] = /^data: (.*"failed".*)\nid: (\d+)$/m.exec(text)!;
  const { id } = JSON.parse(failed!);
  const again = new AbortController();
  const continued = await fetch(`${stack().address}/api/v1/activity/stream?client=${client}`, {
    headers: { authorization: `Bearer ${token}`, 'last-event-id': String(Number(sentAs) - 1) },
    signal: again.signal,
  });
  let missed = '';
  for await (const chunk of continued.body!.pipeThrough(new TextDecoderStream())) {
    missed += chunk;
    if (missed.includes('data: ')) break;
  }
  again.abort();
  expect(missed).toContain(id);
});

test('a trial shows its requests', async () => {
  answer = answerWith(200, '{"unexpected":true}');
  const { request } = newAccount(stack());
  const tried = await request('POST', '/connectors/try', {
    body: {
      connector_type_id: 'http-json',
      instance_configuration: greenhouse,
      client_configuration: { parameters: { host, key: 'canary-of-a-trial' } },
    },
  });
  expect(tried.body).toMatchObject({
    requests: [{ method: 'GET', status: 200, received: { body: '{"unexpected":true}' } }],
  });
  expect(JSON.stringify(tried.body)).not.toContain('canary-of-a-trial');
});

test('a secret is not shown wherever a technology repeats it', async () => {
  const key = 'canary / of "alice" & bob';
  const echo = JSON.stringify({
    plain: key,
    access_token: 'canary-token',
    vehicleRef: { id: 'canary-declared' },
    list: `https://${host}/?a=1&vehicleref=canary-listed`,
    nested: { password: { value: 'canary-nested' } },
    url: `http://user:canary-user@${host}/?api_key=canary-parameter&x=${encodeURIComponent(key)}`,
    base64: Buffer.from(`user:${key}`).toString('base64'),
    header: 'Bearer canary-bearer',
  });
  const headers = { 'x-request-id': 'canary-header', 'set-cookie': 'sid=canary-cookie' };
  answer = answerWith(500, echo, headers);
  const { request, client, find, read } = await connect({ host, key });
  const failed = await find('?outcome=failed');
  await request('POST', `/connectors/clients/${client}/debug`, { body: {} });
  const path = `/connectors/clients/${client}`;
  const trial = {
    connector_type_id: 'http-json',
    instance_configuration: greenhouse,
    client_configuration: { parameters: { host, key } },
  };
  const shown = [
    await read(failed),
    (await request('GET', path)).body,
    (await request('GET', '/activity')).body,
    (await request('GET', `${path}/activity`)).body,
    (await request('GET', `${path}/diagnostics`)).body,
    (await request('POST', '/connectors/try', { body: trial })).body,
  ];
  const text = JSON.stringify(shown);
  expect(text).toContain('[secret]');
  expect(text).toContain(host);
  expect(text).not.toMatch(/canary/i);
  expect(text).not.toContain(Buffer.from(`user:${key}`).toString('base64').slice(8, 24));
});
