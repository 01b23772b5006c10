import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  ConnectorFailure,
  discover,
  DeviceUnavailable,
  invokeAction,
  Misconfigured,
  Rejected,
  Unauthorized,
  Unavailable,
} from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { httpJson } from './connector.js';
import { startApi, type Reply, type SeenRequest } from './testing/server.js';

const api = await startApi(() => ({ json: [] }));
beforeEach(() => void api.seen.splice(0));
afterAll(() => api.stop());

const meter = {
  request: 'list',
  entities: '$.meters[*]',
  id: '$.id',
  variables: { meter: '$.id' },
  properties: [{ capability: 'power', value: '$.watts' }],
  actions: [{ name: 'reset', request: { method: 'POST', path: '/meters/{meter}/reset' } }],
};
const usual = { json: { meters: [{ id: 'm', watts: 420 }] } };

interface Given {
  answer: (request: SeenRequest) => Reply;
  list?: object;
  instance?: object;
  parameters?: object;
}

function contextOf({ answer, list = {}, instance = {}, parameters = {} }: Given) {
  api.answer = answer;
  return contextFor(httpJson, {
    instance: {
      base_url: `http://${api.host}`,
      requests: { list: { path: '/meters', ...list } },
      devices: [meter],
      ...instance,
    },
    client: { parameters },
  });
}

/** Polls, and returns the failure. */
async function failureOf(given: Given): Promise<ConnectorFailure> {
  const error: unknown = await discover(httpJson, contextOf(given)).catch((thrown) => thrown);
  if (!(error instanceof ConnectorFailure)) throw new Error('The poll succeeded.');
  return error;
}

const failed = (reply: Reply, failures: object[] = []) =>
  failureOf({ answer: () => reply, instance: { failures } });

describe('without a word in the description', () => {
  test('403 with a text about a quota means to wait, and the credentials are not blamed', async () => {
    const message = 'Out of call volume quota. Quota will be replenished in 2.05:57:53.';
    const failure = await failed({ status: 403, json: { statusCode: 403, message } });
    expect(failure).toBeInstanceOf(Unavailable);
    expect(failure).toMatchObject({
      retryAfterMs: 194_273_000,
      facts: { cause: 'rate_limited', status: 403 },
      message: expect.stringContaining('Quota will be replenished'),
    });
  });

  test('429 with the headers of a limit means to wait', async () => {
    const headers = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '90' };
    const failure = await failed({ status: 429, headers, json: {} });
    expect(failure).toMatchObject({ retryAfterMs: 90_000, facts: { cause: 'rate_limited' } });
  });

  test.each([400, 404])('%i of a request that reads, also by POST, stays', async (status) => {
    const reason = "Parameter 'latitude' and 'longitude' must have the same number of elements";
    for (const method of ['GET', 'POST']) {
      const answer = () => ({ status, json: { error: true, reason } });
      const failure = await failureOf({ answer, list: { method } });
      expect(failure).toBeInstanceOf(Misconfigured);
      expect(failure.message).toContain(`status ${status}: ${reason}.`);
      expect(failure.facts.address).toBe(`http://${api.host}/meters`);
    }
  });

  test('403 for one of several requests is a warning', async () => {
    const context = contextOf({
      answer: ({ url }) => (url.pathname === '/meters' ? usual : { status: 403, json: {} }),
      instance: {
        requests: { list: { path: '/meters' }, cellar: { path: '/cellar' } },
        devices: [meter, { ...meter, request: 'cellar' }],
      },
    });
    const { entities, problems } = await discover(httpJson, context);
    expect(entities.map(({ id }) => id)).toEqual(['m']);
    expect(problems.map(({ failure }) => failure.facts)).toMatchObject([
      { cause: 'forbidden', address: `http://${api.host}/cellar` },
    ]);
  });
});

describe('the reason that an answer states', () => {
  test.each([
    [{ error: { message: 'No home 7' } }, 'No home 7'],
    [{ errors: [{ detail: 'No home 7' }] }, 'No home 7'],
    [{ error: 'not_found', error_description: 'No home 7' }, 'No home 7'],
    [[{ description: 'No home 7.' }], 'No home 7'],
    [{ message: `${'x'.repeat(500)}` }, 'x'.repeat(200)],
    [{ message: 'two\nlines' }, 'two lines'],
  ])('is shown of %j', async (json, reason) => {
    const { message } = await failed({ status: 400, json });
    expect(message).toBe(`${api.host} answers with status 400: ${reason}.`);
  });

  test.each([
    [{}],
    [{ message: 7 }],
    [[]],
    [null],
    [{ error: { error: { error: { error: {} } } } }],
  ])('is missing from %j', async (json) => {
    const { message } = await failed({ status: 400, json });
    expect(message).toBe(`${api.host} answers with status 400.`);
  });

  test('shows no secret', async () => {
    const failure = await failureOf({
      answer: ({ headers }) => ({
        status: 400,
        json: { message: `${headers['x-key']} is no key; password=hunter3 either` },
      }),
      list: { headers: { 'X-Key': '{key}' } },
      instance: { parameters: { key: { secret: true } } },
      parameters: { key: 'hunter2' },
    });
    expect(failure.message).toContain('is no key');
    expect(failure.message).not.toMatch(/hunter/);
  });
});

describe('a description says what an answer means:', () => {
  test.each([
    [
      { status: 400, matches: 'E4[0-9]' },
      { status: 400, json: { code: 'E42' } },
    ],
    [{ at: '$.code', matches: '429' }, { json: { code: 4290 } }],
    [
      { header: 'X-State', matches: 'busy' },
      { headers: { 'x-state': 'so busy' }, json: {} },
    ],
    [{ status: [409, 420] }, { status: 420, json: {} }],
  ])('%j', async (rule, reply) => {
    const failure = await failed(reply, [{ ...rule, means: 'rate_limited', wait: 60 }]);
    expect(failure).toMatchObject({ retryAfterMs: 60_000, facts: { cause: 'rate_limited' } });
  });

  test.each([
    [
      { status: 400, at: '$.code' },
      { status: 400, json: { code: null } },
    ],
    [{ status: 401 }, { status: 400, json: {} }],
    [{ header: 'X-State' }, { status: 400, json: {} }],
    [{ at: '$.code' }, { status: 400, text: '<html>' }],
    [{ matches: '^E42' }, { status: 400, json: { code: 'E42' } }],
  ])('%j is not for another answer', async (rule, reply) => {
    const failure = await failed(reply, [{ ...rule, means: 'rate_limited' }]);
    expect(failure.facts.cause).toBe('bad_request');
  });

  test.each([
    ['vendor_down', Unavailable, 'server_error'],
    ['item_away', Unavailable, 'device_unreachable'],
    ['wrong_credentials', Unauthorized, 'credentials_refused'],
    ['token_expired', Unauthorized, 'credentials_refused'],
    ['wrong_request', Misconfigured, 'bad_request'],
  ] as const)('%s', async (means, kind, cause) => {
    const failure = await failed({ json: { error: 7 } }, [{ at: '$.error', means }]);
    expect(failure).toBeInstanceOf(kind);
    expect(failure.facts).toMatchObject({ cause, status: 200, path: '$.error' });
  });

  test('the wait is where it says, and a header of the answer counts more', async () => {
    const rule = { status: 400, means: 'rate_limited', wait: '$.seconds' };
    const json = { seconds: 30 };
    expect(await failed({ status: 400, json }, [rule])).toMatchObject({ retryAfterMs: 30_000 });
    const headers = { 'retry-after': '7' };
    const failure = await failed({ status: 400, headers, json }, [rule]);
    expect(failure).toMatchObject({ retryAfterMs: 7_000 });
  });

  test('nothing is an empty list, and no warning', async () => {
    const failures = [{ status: 404, at: '$.error', matches: 'no sessions', means: 'nothing' }];
    const answer = () => ({ status: 404, json: { error: 'There are no sessions.' } });
    const found = await discover(httpJson, contextOf({ answer, list: { failures } }));
    expect(found).toMatchObject({ entities: [], complete: true, problems: [] });
  });

  test('the request before the whole description, and both before `error`', async () => {
    const rule = { status: 400, means: 'vendor_down' };
    const failure = await failureOf({
      answer: () => ({ status: 400, json: { error: 'x' } }),
      list: { failures: [rule], error: '$.error' },
      instance: { failures: [{ status: 400, means: 'wrong_request' }] },
    });
    expect(failure.facts.cause).toBe('server_error');
  });

  test.each([
    ['item_away', DeviceUnavailable],
    ['wrong_request', Rejected],
    ['rate_limited', Unavailable],
  ] as const)('of an action, %s', async (means, kind) => {
    const context = contextOf({
      answer: ({ method }) => (method === 'GET' ? usual : { status: 408, json: {} }),
      instance: { failures: [{ status: 408, means }] },
    });
    const given = { device: 'm', action: 'reset', input: undefined };
    await expect(invokeAction(httpJson, context, given)).rejects.toBeInstanceOf(kind);
  });
});

describe('a token that an answer calls expired', () => {
  const authentication = () => ({
    scheme: 'oauth2',
    grant: 'client_credentials',
    token_endpoint: `http://${api.host}/token`,
    client_id: 'a',
    client_secret: 'b',
  });
  const failures = [{ at: '$.errors[*].code', matches: '60[12]', means: 'token_expired' }];
  const expired = (status: number): Reply => ({
    status,
    json: { success: false, errors: [{ code: '602', message: 'Access token expired' }] },
  });

  /** Issues tokens, of which the API takes only those from the second on. */
  function issuing(status: number, refuses = 1) {
    let issued = 0;
    const answer = ({ url, headers }: SeenRequest): Reply => {
      const token = { access_token: `t${(issued += 1)}`, expires_in: 3600 };
      if (url.pathname === '/token') return { json: token };
      issued -= 1;
      const number = Number(headers.authorization?.replace('Bearer t', ''));
      return number > refuses ? usual : expired(status);
    };
    return { answer, issued: () => issued };
  }

  test.each([200, 403])('with %i is renewed once, and the request repeated', async (status) => {
    const { answer, issued } = issuing(status);
    const instance = { authentication: authentication(), failures };
    const context = contextOf({ answer, instance });
    for (const _poll of [1, 2]) {
      const { entities } = await discover(httpJson, context);
      expect(entities[0]?.values).toEqual({ power: 420 });
    }
    expect(issued()).toBe(2);
  });

  test('is renewed once for requests that are sent at the same time', async () => {
    const { answer, issued } = issuing(200);
    const requests = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((name) => [name, { path: `/${name}` }]),
    );
    const devices = Object.keys(requests).map((request) => ({ ...meter, request }));
    const instance = { authentication: authentication(), failures, requests, devices };
    const { problems } = await discover(httpJson, contextOf({ answer, instance }));
    expect([problems, issued()]).toEqual([[], 2]);
  });

  test('is not renewed for ever', async () => {
    const { answer, issued } = issuing(200, 99);
    const instance = { authentication: authentication(), failures };
    const failure = await failureOf({ answer, instance });
    expect(failure.facts.cause).toBe('token_refused');
    expect(issued()).toBe(2);
  });
});
