import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { discover, Misconfigured, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { instance } from './configuration.js';
import { httpJson } from './connector.js';
import { startApi, type Reply, type SeenRequest } from './testing/server.js';

const api = await startApi(() => ({ json: [] }));
beforeEach(() => void api.seen.splice(0));
afterAll(() => api.stop());

const usual = {
  scheme: 'login',
  path: '/login',
  body: { user: '{user}', password: '{password}' },
  token_at: '$.session.key',
  lifetime: '$.session.seconds',
};

const described = (authentication: object, others: object = {}) => ({
  base_url: `http://${api.host}`,
  parameters: { user: {}, password: { secret: true } },
  authentication: { ...usual, ...authentication },
  requests: { boiler: { path: '/boiler' }, pump: { path: '/pump' } },
  devices: [
    { request: 'boiler', id: 'boiler', properties: [{ capability: 'temperature', value: '$.t' }] },
    { request: 'pump', id: 'pump', properties: [{ capability: 'power', value: '$.w' }] },
  ],
  ...others,
});

const contextOf = (authentication: object = {}, others: object = {}) =>
  contextFor(httpJson, {
    instance: described(authentication, others),
    client: { parameters: { user: 'me', password: 'hunter2' } },
  });

interface ServerOptions {
  /** Answers a login with a session. */
  login?: (session: string, request: SeenRequest) => Reply;
  /** Returns the session of a request. */
  sessionOf?: (request: SeenRequest) => string | undefined;
  refusal?: Reply;
}

/** A server whose sessions can end; counts the logins. */
function serve({
  login = (key) => ({ json: { session: { key, seconds: 600 } } }),
  sessionOf = ({ headers }) => headers.authorization?.replace('Bearer ', ''),
  refusal = { status: 401, json: {} },
}: ServerOptions = {}) {
  const server = { logins: 0, session: '' };
  api.answer = (request) => {
    if (request.url.pathname === '/login') {
      server.logins += 1;
      server.session = `session-${server.logins}`;
      return login(server.session, request);
    }
    return sessionOf(request) === server.session ? { json: { t: 55, w: 7 } } : refusal;
  };
  return server;
}

const poll = async (context: ReturnType<typeof contextOf>) => {
  const { entities, problems } = await discover(httpJson, context);
  expect(problems).toEqual([]);
  return entities.map(({ id, values }) => [id, Object.values(values)[0]]);
};

const all = [
  ['boiler', 55],
  ['pump', 7],
];

const failureOf = (context: ReturnType<typeof contextOf>): Promise<unknown> =>
  discover(httpJson, context).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a login', () => {
  test('gets a token that all polls use until it expires', async () => {
    const server = serve();
    const context = contextOf();
    expect([await poll(context), await poll(context)]).toEqual([all, all]);
    expect(server.logins).toBe(1);
    expect(api.seen[0]).toMatchObject({
      method: 'POST',
      body: { user: 'me', password: 'hunter2' },
    });
  });

  test('is repeated once when a session has ended, for all requests of a poll', async () => {
    const server = serve();
    const context = contextOf();
    await poll(context);
    server.session = 'ended';
    expect(await poll(context)).toEqual(all);
    expect(server.logins).toBe(2);
  });

  test('is repeated when the description says that an answer means that', async () => {
    const refusal = { json: { error: { code: 'SESSION_EXPIRED' } } };
    const server = serve({ refusal });
    const failures = [{ at: '$.error.code', matches: 'EXPIRED', means: 'token_expired' }];
    const context = contextOf({}, { failures });
    await poll(context);
    server.session = 'ended';
    expect(await poll(context)).toEqual(all);
    expect(server.logins).toBe(2);
  });

  test('that helps nothing is not repeated for ever', async () => {
    const server = serve({ sessionOf: () => 'never' });
    const failure = await failureOf(contextOf());
    expect(failure).toMatchObject({ facts: { cause: 'token_refused' } });
    expect(server.logins).toBe(2);
  });

  test('expires when the answer says so', async () => {
    const server = serve({ login: (key) => ({ json: { session: { key, seconds: 0.001 } } }) });
    const context = contextOf();
    await poll(context);
    await poll(context);
    expect(server.logins).toBe(2);
  });

  test('sends a form, and has its token in another header and in the query', async () => {
    serve({
      login: (key) => ({ status: 201, json: { key } }),
      sessionOf: ({ url, headers }) =>
        url.searchParams.get('sid') === headers['x-key'] ? String(headers['x-key']) : undefined,
    });
    const sent = { send_headers: { 'X-Key': '{token}' }, send_query: { sid: '{token}' } };
    const context = contextOf({ token_at: '$.key', lifetime: 60, body_as: 'form', ...sent });
    expect(await poll(context)).toEqual(all);
    expect(api.seen[0]).toMatchObject({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: { user: 'me', password: 'hunter2' },
    });
    expect(api.seen[1]!.headers).not.toHaveProperty('authorization');
  });

  test('has cookies for a token', async () => {
    serve({
      login: (key) => ({
        headers: { 'set-cookie': [`sid=${key}; Path=/; HttpOnly`, 'lang=en; Max-Age=9'] },
        json: {},
      }),
      sessionOf: ({ headers }) => /^sid=(.*); lang=en$/.exec(headers.cookie ?? '')?.[1],
    });
    const context = contextOf({
      token_at: undefined,
      token_header: 'Set-Cookie',
      send_headers: { Cookie: '{token}' },
    });
    expect(await poll(context)).toEqual(all);
  });
});

describe('a login that is refused', () => {
  test.each([
    ['with 401', { status: 401, json: { message: 'Wrong' } }, Unauthorized, 'status 401: Wrong.'],
    ['as the description says', { json: { code: 7 } }, Unauthorized, 'refuses the credentials'],
    ['by a wrong path', { status: 404, json: {} }, Misconfigured, 'status 404'],
    ['without a token', { json: { message: 'Locked' } }, Unavailable, 'has no token: Locked.'],
    ['with a token of another form', { json: { session: { key: {} } } }, Unavailable, 'no token'],
    ['with a token of two lines', { json: { session: { key: 'a\nb' } } }, Unavailable, 'no token'],
    ['with a page', { text: '<html>' }, Unavailable, 'JSON'],
  ])('%s fails, without the password in the error', async (_how, reply, kind, message) => {
    serve({ login: () => reply });
    const failures = [{ at: '$.code', means: 'wrong_credentials' }];
    const failure = await failureOf(contextOf({ failures }));
    expect(failure).toBeInstanceOf(kind);
    expect(String(failure)).toContain(message);
    expect(String(failure)).not.toContain('hunter2');
  });
});

test.each([
  [{ token_at: undefined }, 'authentication/token_at'],
  [{ token_header: 'X-Key' }, 'authentication/token_at'],
  [{ method: 'GET' }, 'authentication/body'],
  [{ body: 'x', body_as: 'form' }, 'authentication/body_as'],
  [{ body: { user: '{nobody}' } }, 'authentication/body'],
  [{ path: '/login/{password}' }, 'authentication/path'],
  [{ send_headers: { 'X-Key': 'fixed' } }, 'authentication/send_headers'],
  [{ send_query: { sid: '{unknown}' } }, 'authentication/send_query/sid'],
  [{ send_headers: { Host: '{token}' } }, 'authentication/send_headers/Host'],
])('a description with %j is refused at %s', (authentication, at) => {
  const { error } = instance.safeParse(described(authentication));
  expect(error?.issues.map(({ path }) => path.join('/'))).toContain(at);
});

test('what is written out in a login is a secret by its name', () => {
  const given = instance.parse(described({ body: { user: 'me', password: 'hunter2' } }));
  const isSecret = (path: string[], value: string) =>
    httpJson.isSecretValue!(given, { path: ['authentication', ...path], value });
  expect(isSecret(['body', 'password'], 'hunter2')).toBe(true);
  expect(isSecret(['body', 'password'], '{password}')).toBe(false);
  expect(isSecret(['token_at'], '$.session.key')).toBe(false);
});
